//! The trace of a run as CSV: `sweep,segment,engine,total,document,word,moved`.
//!
//! A row is the chain after a sweep. `total` is what the engine samples from or makes
//! larger, in nats: log p(w, z | alpha, eta), of which `document` is log p(z | alpha) and
//! `word` log p(w | z, eta); the bound of the variational engines, or the log likelihood of
//! the baselines, which have no parts. `moved` is the share of the tokens that changed
//! topic, empty where none is drawn. Only rows with the same `segment` and engine can be
//! compared: a change of alpha, eta, K or engine begins another segment.

use super::ExportError;
use crate::engine::{Kind, Objective};
use crate::model::LogJoint;
use crate::session::{Trace, TracePoint};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};

#[derive(Debug, Serialize, Deserialize)]
struct Row {
    sweep: u64,
    segment: u32,
    engine: Kind,
    total: f64,
    document: Option<f64>,
    word: Option<f64>,
    moved: Option<f64>,
}

/// Writes a trace.
///
/// # Errors
/// When the system refuses.
pub fn write(trace: &Trace, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut table = csv::Writer::from_writer(out);
    for point in trace.points() {
        let parts = match point.objective {
            Objective::LogJoint(joint) => Some(joint),
            Objective::Bound(_) | Objective::LogLikelihood(_) => None,
        };
        table.serialize(Row {
            sweep: point.sweep,
            segment: point.segment,
            engine: point.kind,
            total: point.objective.total(),
            document: parts.map(|p| p.document),
            word: parts.map(|p| p.word),
            moved: point.moved,
        })?;
    }
    Ok(table.flush()?)
}

/// Reads a trace; it keeps no times.
///
/// # Errors
/// When the file is no such table, or the system refuses.
pub fn read(from: impl Read) -> Result<Trace, csv::Error> {
    let mut points = Vec::new();
    for row in csv::Reader::from_reader(from).deserialize() {
        let row: Row = row?;
        let objective = match (row.document, row.word) {
            (Some(document), Some(word)) => Objective::LogJoint(LogJoint { document, word }),
            _ if row.engine.is_lda() => Objective::Bound(row.total),
            _ => Objective::LogLikelihood(row.total),
        };
        points.push(TracePoint {
            sweep: row.sweep,
            segment: row.segment,
            kind: row.engine,
            objective,
            moved: row.moved,
            seconds: 0.0,
        });
    }
    Ok(points.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_comes_back_as_it_was() {
        let (document, word) = (-1.0 / 3.0, -2.5e6);
        let point = |sweep, kind, objective, moved| TracePoint {
            sweep,
            segment: sweep as u32,
            kind,
            objective,
            moved,
            seconds: 0.0,
        };
        let joint = Objective::LogJoint(LogJoint { document, word });
        let trace: Trace = [
            point(1, Kind::Collapsed, joint, Some(0.125)),
            point(2, Kind::VariationalEm, Objective::Bound(-7.25), None),
            point(3, Kind::Plsi, Objective::LogLikelihood(-7.5), None),
        ]
        .into_iter()
        .collect();
        let mut bytes = Vec::new();
        write(&trace, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let mut lines = text.lines();
        let head = "sweep,segment,engine,total,document,word,moved";
        assert_eq!(lines.next(), Some(head));
        assert_eq!(lines.nth(1), Some("2,2,variational-em,-7.25,,,"));
        assert_eq!(read(text.as_bytes()).unwrap(), trace);
        assert!(read(&b"a,b\n1,2\n"[..]).is_err());
    }
}
