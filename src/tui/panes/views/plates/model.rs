//! What the picture of a model holds: its nodes from left to right with their present values,
//! the plates around them, and the steps of its engine.

use crate::engine::Kind;
use crate::session::Snapshot;
use crate::tui::explorer::Explorer;
use crate::tui::text::{clean, count, number, percent, thousands};
use crate::tui::theme::Theme;

/// What is known of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// Given, or a number that is fitted: without a circle.
    Given,
    /// Hidden: a circle.
    Hidden,
    /// Hidden, and integrated out: a dashed circle.
    Out,
    /// Seen: a shaded circle.
    Seen,
}

/// One variable.
pub struct Node {
    /// Its symbol.
    pub symbol: &'static str,
    /// How it is drawn.
    pub known: Known,
    /// Its present values, the first ones first where there is little room; a topic gives its
    /// colour.
    pub values: Vec<(String, Option<u32>)>,
}

/// A frame: what is in it is there once for each of them.
pub struct Plate {
    /// Its first and its last node.
    pub nodes: (usize, usize),
    /// Frames around it.
    pub depth: u16,
    /// How many there are.
    pub label: String,
}

/// A step of the engine.
pub struct Step {
    /// The node that it draws or computes.
    pub node: usize,
    /// What that node means.
    pub says: &'static str,
    /// The conditional or the update.
    pub formula: &'static str,
}

/// The picture of a model.
pub struct Model {
    /// What it is.
    pub title: &'static str,
    /// From left to right.
    pub nodes: Vec<Node>,
    /// Between a node and the next: to the right, to the left, or none.
    pub arrows: Vec<Option<bool>>,
    /// The outer ones first.
    pub plates: Vec<Plate>,
    /// In the order of a sweep.
    pub steps: Vec<Step>,
}

/// To the right, to the left.
const RIGHT: Option<bool> = Some(true);
const LEFT: Option<bool> = Some(false);

/// The model of the chain on the screen.
pub fn of(explorer: &Explorer, snapshot: &Snapshot, theme: &Theme) -> Model {
    let values = Values {
        explorer,
        snapshot,
        theme,
    };
    match snapshot.kind {
        Kind::Collapsed => lda(&values, Known::Out, vec![COLLAPSED]),
        Kind::Uncollapsed => lda(&values, Known::Hidden, UNCOLLAPSED.into()),
        Kind::Variational => mean_field(&values),
        Kind::VariationalEm if snapshot.sums.1.is_some() => Model {
            title: "mean field of variational EM, φ smoothed; α by Newton's method",
            ..mean_field(&values)
        },
        Kind::VariationalEm => variational_em(&values),
        Kind::Unigram => unigram(&values),
        Kind::Mixture => mixture(&values),
        Kind::Plsi => plsi(&values),
    }
}

const COLLAPSED: Step = Step {
    node: 2,
    says: "z is the topic of a token. θ and φ are integrated out (dashed): the other tokens' \
           counts (⁻) stand for them.",
    formula: "p(z = k | rest) ∝ (n_dk⁻ + α_k) (n_kv⁻ + η_v) / (n_k⁻ + Ση)",
};

const UNCOLLAPSED: [Step; 3] = [
    Step {
        node: 1,
        says: "θ holds a document's shares of the topics: its prior and the counts of its tokens.",
        formula: "θ_d | z ~ Dirichlet(α + n_d)",
    },
    Step {
        node: 2,
        says: "z is the topic of a token: how much its document likes the topic, times how much \
               the topic likes its word.",
        formula: "p(z_di = k | θ, φ, w) ∝ θ_dk φ_kv",
    },
    Step {
        node: 4,
        says: "φ holds a topic's shares of the words: its prior and the counts of its words.",
        formula: "φ_k | z, w ~ Dirichlet(η + n_k)",
    },
];

/// Where the values come from.
struct Values<'a> {
    explorer: &'a Explorer,
    snapshot: &'a Snapshot,
    theme: &'a Theme,
}

impl Values<'_> {
    fn node(symbol: &'static str, known: Known, values: Vec<(String, Option<u32>)>) -> Node {
        Node {
            symbol,
            known,
            values,
        }
    }

    fn alpha(&self) -> Node {
        let all = &self.snapshot.alpha;
        let low = all.iter().copied().fold(f64::INFINITY, f64::min);
        let high = all.iter().copied().fold(0.0, f64::max);
        let mut values = Vec::new();
        if low == high {
            values.push((number(low), None));
        } else if high > 0.0 {
            values.push((format!("{} to", number(low)), None));
            values.push((number(high), None));
        }
        values.extend(
            self.snapshot
                .sums
                .0
                .map(|sum| (format!("Σ {}", number(sum)), None)),
        );
        Self::node("α", Known::Given, values)
    }

    fn eta(&self) -> Node {
        let words = self.explorer.corpus.vocabulary().len().max(1);
        let sum = self.snapshot.sums.1;
        let values = sum.map(|sum| {
            let mean = number(sum / words as f64);
            vec![(mean, None), (format!("Σ {}", number(sum)), None)]
        });
        Self::node("η", Known::Given, values.unwrap_or_default())
    }

    /// The shares of the selected document, the largest first.
    fn shares(&self) -> Vec<(String, Option<u32>)> {
        let Some(document) = &self.snapshot.document else {
            return Vec::new();
        };
        let topics = self.snapshot.topics.iter().zip(&document.theta);
        let mut all: Vec<(u32, f64)> = topics.map(|(topic, &share)| (topic.id, share)).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let named = all.into_iter().map(|(id, share)| {
            let marker = self.theme.marker(id);
            (format!("{marker}{id} {}", percent(share)), Some(id))
        });
        std::iter::once((format!("d = {}", document.index + 1), None))
            .chain(named)
            .collect()
    }

    fn theta(&self, symbol: &'static str, known: Known) -> Node {
        Self::node(symbol, known, self.shares())
    }

    fn z(&self, symbol: &'static str) -> Node {
        let mut values = Vec::new();
        if let Some(moved) = self.snapshot.moved {
            values.extend([("moved".to_owned(), None), (percent(moved), None)]);
        }
        Self::node(symbol, Known::Hidden, values)
    }

    fn w(&self) -> Node {
        let words = self.explorer.corpus.vocabulary().len();
        let values = vec![
            ("seen".to_owned(), None),
            (format!("V {}", thousands(words)), None),
        ];
        Self::node("w", Known::Seen, values)
    }

    /// The top words of the selected topic, or of the first.
    fn phi(&self, known: Known) -> Node {
        let topics = &self.snapshot.topics;
        let own = topics.iter().find(|topic| topic.id == self.explorer.topic);
        let values = own.or(topics.first()).map(|topic| {
            let id = topic.id;
            let head = (format!("topic {}{id}", self.theme.marker(id)), Some(id));
            let words = topic.words.iter().map(|top| {
                let word = clean(self.explorer.corpus.vocabulary().word(top.word));
                (word, Some(id))
            });
            std::iter::once(head).chain(words).collect()
        });
        Self::node("φ", known, values.unwrap_or_default())
    }

    fn documents(&self, from: usize, to: usize) -> Plate {
        Plate {
            nodes: (from, to),
            depth: 0,
            label: count(self.explorer.corpus.documents(), "document"),
        }
    }

    /// The tokens of the selected document.
    fn tokens(&self, from: usize, to: usize) -> Plate {
        let d = self.explorer.documents.selected();
        Plate {
            nodes: (from, to),
            depth: 1,
            label: format!(
                "N_{} = {}",
                d + 1,
                thousands(self.explorer.corpus.document(d).len())
            ),
        }
    }

    fn topics(&self, from: usize, to: usize) -> Plate {
        Plate {
            nodes: (from, to),
            depth: 0,
            label: count(self.snapshot.k, "topic"),
        }
    }
}

fn lda(values: &Values<'_>, known: Known, steps: Vec<Step>) -> Model {
    Model {
        title: match known {
            Known::Out => "LDA, collapsed: the sampler draws z alone",
            _ => "LDA, uncollapsed: the sampler draws θ, z and φ in turn",
        },
        nodes: vec![
            values.alpha(),
            values.theta("θ", known),
            values.z("z"),
            values.w(),
            values.phi(known),
            values.eta(),
        ],
        arrows: vec![RIGHT, RIGHT, RIGHT, LEFT, LEFT],
        plates: vec![
            values.documents(1, 3),
            values.tokens(2, 3),
            values.topics(4, 4),
        ],
        steps,
    }
}

/// Each hidden variable has a distribution of its own; what couples them is cut.
fn mean_field(values: &Values<'_>) -> Model {
    Model {
        title: "mean field q(θ | γ) q(z | r) q(φ | λ): the arrows between θ, z and φ are cut",
        nodes: vec![
            Values::node("γ", Known::Given, Vec::new()),
            values.theta("θ", Known::Hidden),
            Values::node("r", Known::Given, Vec::new()),
            values.z("z"),
            Values::node("λ", Known::Given, Vec::new()),
            values.phi(Known::Hidden),
        ],
        arrows: vec![RIGHT, None, RIGHT, None, RIGHT],
        plates: vec![
            values.documents(0, 3),
            values.tokens(2, 3),
            values.topics(4, 5),
        ],
        steps: vec![
            Step {
                node: 2,
                says: "r is how probable each topic is for a token (φ in Blei, Ng and Jordan 2003).",
                formula: "r_dik ∝ exp(ψ(γ_dk) + ψ(λ_kv) − ψ(Σ_v λ_kv))",
            },
            Step {
                node: 0,
                says: "γ is the Dirichlet of a document's θ: its prior and the expected tokens.",
                formula: "γ_dk = α_k + Σ_i r_dik",
            },
            Step {
                node: 4,
                says: "λ is the Dirichlet of a topic's φ: its prior and the expected words.",
                formula: "λ_kv = η_v + Σ_di r_dik 1[w_di = v]",
            },
        ],
    }
}

fn variational_em(values: &Values<'_>) -> Model {
    Model {
        title: "variational EM: θ and z have a mean field, φ and α are point estimates",
        nodes: vec![
            values.alpha(),
            Values::node("γ", Known::Given, Vec::new()),
            values.theta("θ", Known::Hidden),
            Values::node("r", Known::Given, Vec::new()),
            values.z("z"),
            values.phi(Known::Given),
        ],
        arrows: vec![None, RIGHT, None, RIGHT, None],
        plates: vec![
            values.documents(1, 4),
            values.tokens(3, 4),
            values.topics(5, 5),
        ],
        steps: vec![
            Step {
                node: 3,
                says: "E-step: r is how probable each topic is for a token (φ in Blei, Ng and \
                       Jordan 2003).",
                formula: "r_dik ∝ φ_kv exp(ψ(γ_dk))",
            },
            Step {
                node: 1,
                says: "E-step: γ is the Dirichlet of a document's θ.",
                formula: "γ_dk = α_k + Σ_i r_dik",
            },
            Step {
                node: 5,
                says: "M-step: φ is the share of a topic's expected tokens that a word has.",
                formula: "φ_kv ∝ Σ_di r_dik 1[w_di = v]",
            },
            Step {
                node: 0,
                says: "M-step: α makes the bound largest, by Newton's method in linear \
                       time, unless it is fixed.",
                formula: "α ← α − H(α)⁻¹ g(α)",
            },
        ],
    }
}

fn unigram(values: &Values<'_>) -> Model {
    Model {
        title: "unigram: every word of every document from one distribution",
        nodes: vec![values.phi(Known::Given), values.w()],
        arrows: vec![RIGHT],
        plates: vec![values.documents(1, 1), values.tokens(1, 1)],
        steps: vec![Step {
            node: 0,
            says: "φ is the share of all tokens that a word has; there is nothing hidden.",
            formula: "φ_v = n_v / N",
        }],
    }
}

fn mixture(values: &Values<'_>) -> Model {
    Model {
        title: "mixture of unigrams: one topic for a whole document",
        nodes: vec![
            Values::node("π", Known::Given, Vec::new()),
            Node {
                values: values.shares(),
                ..values.z("z")
            },
            values.w(),
            values.phi(Known::Given),
        ],
        arrows: vec![RIGHT, RIGHT, LEFT],
        plates: vec![
            values.documents(1, 2),
            values.tokens(2, 2),
            values.topics(3, 3),
        ],
        steps: vec![
            Step {
                node: 1,
                says: "E-step: z is the one topic of a document; all its words speak for it together.",
                formula: "p(z_d = k | w_d) ∝ π_k Π_v φ_kv^n_dv",
            },
            Step {
                node: 0,
                says: "M-step: π is how many documents a topic has, expected.",
                formula: "π_k = Σ_d p(z_d = k | w_d) / D",
            },
            Step {
                node: 3,
                says: "M-step: φ is the share of a topic's expected tokens that a word has.",
                formula: "φ_kv ∝ Σ_d p(z_d = k | w_d) n_dv",
            },
        ],
    }
}

fn plsi(values: &Values<'_>) -> Model {
    Model {
        title: "pLSI: θ is a number to fit for each document, without a prior",
        nodes: vec![
            values.theta("θ", Known::Given),
            values.z("z"),
            values.w(),
            values.phi(Known::Given),
        ],
        arrows: vec![RIGHT, RIGHT, LEFT],
        plates: vec![
            values.documents(0, 2),
            values.tokens(1, 2),
            values.topics(3, 3),
        ],
        steps: vec![
            Step {
                node: 1,
                says: "E-step: z is the topic of a token.",
                formula: "p(z = k | d, v) ∝ θ_dk φ_kv",
            },
            Step {
                node: 0,
                says: "M-step: θ is the share of a document's expected tokens that a topic has.",
                formula: "θ_dk = Σ_v n_dv p(z = k | d, v) / N_d",
            },
            Step {
                node: 3,
                says: "M-step: φ is the share of a topic's expected tokens that a word has.",
                formula: "φ_kv ∝ Σ_d n_dv p(z = k | d, v)",
            },
        ],
    }
}
