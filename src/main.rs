//! The `gibbscope` program.

fn main() {}
