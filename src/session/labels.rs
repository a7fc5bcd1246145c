//! What the user calls topics. Labels go with the stable ids, and never change the chain.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the user says of one topic.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Label {
    /// Its name; empty for none.
    pub name: String,
    /// A note; empty for none.
    pub note: String,
    /// The topic number whose colour it has; `None` for its own.
    pub colour: Option<u32>,
}

/// Labels by the stable ids of topics; those of topics that are gone stay.
pub type Labels = BTreeMap<u32, Label>;

/// Changes what is said of a topic; where nothing is left to say, it has no label.
pub fn change(labels: &mut Labels, topic: u32, with: impl FnOnce(&mut Label)) {
    let label = labels.entry(topic).or_default();
    with(label);
    if *label == Label::default() {
        labels.remove(&topic);
    }
}

/// Words of a topic after the name that the user gave it: `“law” court judge trial`.
pub fn named(labels: &Labels, topic: u32, words: &str) -> String {
    let name = labels.get(&topic).map_or("", |label| &label.name);
    match (name, words) {
        ("", words) => words.to_owned(),
        (name, "") => format!("“{name}”"),
        (name, words) => format!("“{name}” {words}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_without_anything_in_it_is_none() {
        let mut labels = Labels::new();
        change(&mut labels, 7, |label| label.name = "law".into());
        assert_eq!(labels[&7].name, "law");
        change(&mut labels, 7, |label| label.name.clear());
        assert!(labels.is_empty());
    }

    #[test]
    fn a_name_stands_before_the_words() {
        let mut labels = Labels::new();
        change(&mut labels, 7, |label| label.name = "law".into());
        change(&mut labels, 8, |label| label.note = "see 7".into());
        assert_eq!(named(&labels, 7, "court judge"), "“law” court judge");
        assert_eq!(named(&labels, 7, ""), "“law”");
        assert_eq!(named(&labels, 8, "trial"), "trial");
    }
}
