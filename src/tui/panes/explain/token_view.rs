//! The numbers of one token's draw.

use super::Entry;
use crate::engine::passes::DocumentSteps;
use crate::engine::{Chance, Counted, Factors};
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::token::{Quiz, Shown};
use crate::tui::text::{clean, count, number, percent, thousands};

/// The numbers of the view.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    if let Some(steps) = explorer.shown_steps() {
        return ascent(explorer, steps);
    }
    let Some(Ok(shown)) = explorer.shown_token() else {
        return Vec::new();
    };
    // What waits for an answer is not told here.
    let k = match shown.hidden {
        true => shown.draw.topic,
        false => shown.landed.unwrap_or_else(|| shown.likeliest()),
    };
    let word = clean(explorer.corpus.vocabulary().word(shown.draw.word));
    let mut entries = match &shown.draw.factors {
        Factors::Counted(counts) => counted(counts, shown, k, &word),
        Factors::Drawn { .. } => drawn(shown, k, &word),
    };
    if !shown.hidden {
        entries.extend([product(shown, k), probability(shown, k), arrow(shown)]);
    }
    entries.push(place(explorer, shown));
    entries.extend(explorer.views.token.quiz.and_then(questions));
    entries
}

fn place(explorer: &Explorer, shown: Shown<'_>) -> Entry {
    let draw = shown.draw;
    Entry {
        name: "place of the token",
        formula: "the sweep that the draw belongs to, the document, and the token's place among those of its document",
        filled: format!(
            "sweep {}, document {} of {}, token {} of {}",
            thousands(draw.sweep as usize + 1),
            thousands(draw.document + 1),
            thousands(explorer.corpus.documents()),
            thousands(draw.place + 1),
            thousands(explorer.corpus.document(draw.document).len())
        ),
        unit: "places from 1 on",
        source: "a sweep visits the tokens in the order of the corpus",
        mistake: "looking for it in the first line: there only whole sweeps are counted.",
    }
}

fn questions(quiz: Quiz) -> Option<Entry> {
    (quiz.asked > 0).then(|| Entry {
        name: "questions",
        formula: "answers that named a likeliest topic, and all answers since p began to ask",
        filled: format!("{} of {}", quiz.right, count(quiz.asked, "question")),
        unit: "answers",
        source: "counted",
        mistake: "looking for the topic that was drawn: asked is which one is the likeliest.",
    })
}

fn counted(c: &Counted, shown: Shown<'_>, k: usize, word: &str) -> Vec<Entry> {
    let (own, id) = (shown.draw.topic, shown.ids[k]);
    vec![
        Entry {
            name: "taken out",
            formula: "n_dk, n_kv and n_k of the token's own topic, each less 1; all other counts stay",
            filled: format!(
                "“{word}” out of topic {}: n_dk = {}, n_kv = {}, n_k = {} without it",
                shown.ids[own], c.document[own], c.word[own], c.sizes[own]
            ),
            unit: "tokens",
            source: "Griffiths and Steyvers 2004, equation 5: the counts leave token i out",
            mistake: "forgetting it: a token that counts itself holds itself in its topic.",
        },
        Entry {
            name: "document likes topic",
            formula: "n_dk + α_k: the document's other tokens of topic k, and the prior's",
            filled: format!(
                "topic {id}: {} + {} = {}",
                c.document[k],
                number(c.alpha[k]),
                number(shown.draw.factors.of_document(k))
            ),
            unit: "tokens and pseudo-tokens; over N_d − 1 + Σα it is θ_dk's mean, and that is the same for all k",
            source: "Griffiths and Steyvers 2004, equation 5, with an α_k for each topic",
            mistake: "reading a large α as strong topics: it makes all topics alike to the document.",
        },
        Entry {
            name: "topic likes word",
            formula: "(n_kv + η_v) / (n_k + Ση): the share of the word among the topic's other tokens, smoothed",
            filled: format!(
                "topic {id}: ({} + {}) / ({} + {}) = {}",
                c.word[k],
                number(c.eta),
                c.sizes[k],
                number(c.eta_sum),
                number(shown.draw.factors.of_word(k))
            ),
            unit: "a probability of the word, 0 to 1",
            source: "Griffiths and Steyvers 2004, equation 5, with an η_v for each word",
            mistake: "looking at n_kv alone: a small topic with few tokens of the word can like it more than a large one with many.",
        },
    ]
}

fn drawn(shown: Shown<'_>, k: usize, word: &str) -> Vec<Entry> {
    let (factors, id) = (&shown.draw.factors, shown.ids[k]);
    vec![
        Entry {
            name: "document likes topic",
            formula: "θ_dk, one draw of θ_d | z ~ Dirichlet(α + n_d), made on coming to the document",
            filled: format!("topic {id}: {}", number(factors.of_document(k))),
            unit: "a share, 0 to 1; over all k they sum to 1",
            source: "the full conditional of θ_d; Griffiths and Steyvers 2004 before integrating out",
            mistake: "expecting it to follow the counts: it is drawn, and stays as it is until the document comes again.",
        },
        Entry {
            name: "topic likes word",
            formula: "φ_kv, one draw of φ_k | z, w ~ Dirichlet(η + n_k), made after the last sweep",
            filled: format!("“{word}” in topic {id}: {}", number(factors.of_word(k))),
            unit: "a probability of the word, 0 to 1",
            source: "the full conditional of φ_k; Griffiths and Steyvers 2004 before integrating out",
            mistake: "taking the token out: given θ and φ the tokens do not depend on one another.",
        },
    ]
}

fn product(shown: Shown<'_>, k: usize) -> Entry {
    let factors = &shown.draw.factors;
    Entry {
        name: "product",
        formula: "document likes topic × topic likes word",
        filled: format!(
            "topic {}: {} × {} = {}",
            shown.ids[k],
            number(factors.of_document(k)),
            number(factors.of_word(k)),
            number(shown.draw.weights[k])
        ),
        unit: "a weight: only its share of all weights has a meaning",
        source: "the numerator of the full conditional",
        mistake: "adding the two likings: a topic must be liked on both sides, and one 0 would be enough to rule it out. The priors see to it that none is 0.",
    }
}

fn probability(shown: Shown<'_>, k: usize) -> Entry {
    let total: f64 = shown.draw.weights.iter().sum();
    Entry {
        name: "p, the probability",
        formula: match shown.draw.factors {
            Factors::Counted(_) => "p(z_i = k | all other topics, w) = product_k / Σ_j product_j",
            Factors::Drawn { .. } => "p(z_i = k | θ, φ, w) = product_k / Σ_j product_j",
        },
        filled: format!(
            "topic {}: {} / {} = {}",
            shown.ids[k],
            number(shown.draw.weights[k]),
            number(total),
            percent(shown.draw.probabilities[k])
        ),
        unit: "a probability, 0 to 1; topics without a line of their own have one together",
        source: "the full conditional; equal to exp(L_k) / Σ_j exp(L_j), L_k the log joint with the token in topic k",
        mistake: "taking the likeliest topic always: then it would be a search that gets stuck, not a sampler.",
    }
}

fn arrow(shown: Shown<'_>) -> Entry {
    let draw = shown.draw;
    let own = draw.probabilities[draw.topic];
    let Chance {
        first,
        second,
        order,
    } = &draw.chance;
    let formula = match order {
        Some(_) => {
            "stays if u₁ ≤ p(own topic); otherwise the arrow is at p(own) + u₂ (1 − p(own)), the others in the order in which the sampler reads them (0, 1, 2, … or 0, 16, 1, 17, …)"
        }
        None => {
            "stays if u₁ ≤ p(own topic); otherwise u₂ picks among the others, each of which comes in two pieces (its tokens of the word, then the prior): the arrow is put into the piece of the topic that was drawn"
        }
    };
    let numbers = format!("p(own) = {own:.4}, u₁ = {first:.4}, u₂ = {second:.4}");
    let place = format!("sweep {}, token {}", draw.sweep + 1, draw.token + 1);
    Entry {
        name: "arrow",
        formula,
        filled: match shown.landed {
            Some(k) => format!("{place}: {numbers}: topic {}", shown.ids[k]),
            None => format!("{place}: not drawn yet"),
        },
        unit: "a place on the line, 0 to 1",
        source: "random numbers are a function of seed, sweep and token (SplitMix64): a run at full speed uses the same",
        mistake: "thinking that slow motion changes the chain: stepping and running give the same topics, token for token.",
    }
}

/// The numbers of a document's coordinate ascent.
fn ascent(explorer: &Explorer, steps: &DocumentSteps) -> Vec<Entry> {
    let Some((i, iteration, w, step)) = explorer.views.token.at(steps) else {
        return Vec::new();
    };
    let q = &iteration.q[w];
    let k = (0..q.len()).fold(0, |best, k| if q[k] > q[best] { k } else { best });
    let view = explorer.snapshot().and_then(|s| s.token.as_ref());
    let id = view.and_then(|view| view.ids.get(k)).copied().unwrap_or(0);
    let word = clean(explorer.corpus.vocabulary().word(step.word));
    let products = iteration.theta.iter().zip(&step.weights);
    let total: f64 = products.map(|(theta, weight)| theta * weight).sum();
    let gamma: f64 = iteration.gamma.iter().sum();
    vec![
        Entry {
            name: "document likes topic",
            formula: "exp(E[ln θ_k]) = exp(ψ(γ_k) − ψ(Σ_j γ_j)), θ_d ~ Dirichlet(γ) under q",
            filled: format!(
                "topic {id}, iteration {}: γ_k = {}, Σγ = {}: {}",
                i + 1,
                number(iteration.gamma[k]),
                number(gamma),
                number(iteration.theta[k])
            ),
            unit: "a geometric mean of θ_k; over all k they sum to less than 1",
            source: "Blei, Ng and Jordan 2003, equation 8",
            mistake: "taking γ_k / Σγ, the mean of θ_k, for it: the ascent needs the mean of the logarithm.",
        },
        Entry {
            name: "topic likes word",
            formula: "exp(E[ln φ_kv]) = exp(ψ(λ_kv) − ψ(Σ_w λ_kw)); with variational EM φ_kv itself",
            filled: format!("“{word}” in topic {id}: {}", number(step.weights[k])),
            unit: "a geometric mean of φ_kv, or φ_kv",
            source: "Blei, Ng and Jordan 2003, section 5.4 (smoothed) and equation 6",
            mistake: "expecting 0 where a topic has no token of the word: η keeps it above, except with variational EM where no η is given.",
        },
        Entry {
            name: "product",
            formula: "document likes topic × topic likes word",
            filled: format!(
                "topic {id}: {} × {} = {}",
                number(iteration.theta[k]),
                number(step.weights[k]),
                number(iteration.theta[k] * step.weights[k])
            ),
            unit: "a weight: only its share of all weights has a meaning",
            source: "Blei, Ng and Jordan 2003, equation 6, before dividing",
            mistake: "comparing it across words: a rare word has small products in all topics.",
        },
        Entry {
            name: "q(k)",
            formula: "q_v(k) = exp(E[ln θ_k]) exp(E[ln φ_kv]) / Σ_j of the same: the responsibility of topic k for the word",
            filled: format!(
                "“{word}”, topic {id}: {} × {} / {} = {}",
                number(iteration.theta[k]),
                number(step.weights[k]),
                number(total),
                percent(q[k])
            ),
            unit: "a probability, 0 to 1; topics without a line of their own have one together",
            source: "Blei, Ng and Jordan 2003, equation 6 (there φ_ni)",
            mistake: "reading it as a draw: every token of the word is split among all topics in these shares.",
        },
        Entry {
            name: "γ",
            formula: "γ_k = α_k + Σ_v n_dv q_v(k), then all again until γ stands still",
            filled: format!(
                "topic {id}: {} → {}; α_k = {}",
                number(iteration.gamma[k]),
                number(iteration.next[k]),
                number(steps.alpha[k])
            ),
            unit: "tokens and pseudo-tokens; Σγ = N_d + Σα",
            source: "Blei, Ng and Jordan 2003, equation 7 and figure 6, from γ_k = α_k + N_d / K",
            mistake: "expecting the engine's number after one iteration: it goes on from the γ of its last pass, here the ascent starts afresh. Both end in a fixed point, not always in the same.",
        },
        Entry {
            name: "word, count, iteration",
            formula: "×n_dv: how often the document has the word; words and iterations from 1 on; the last iteration is the one after which γ stands still, if (and more) is not said",
            filled: format!(
                "document {}: “{word}” ×{}, word {} of {}; iteration {} of {}",
                thousands(steps.document + 1),
                step.count,
                w + 1,
                steps.words.len(),
                i + 1,
                steps.iterations.len()
            ),
            unit: "tokens; places",
            source: "Blei, Ng and Jordan 2003, figure 6",
            mistake: "looking for tokens: those of one word share their responsibilities, so a word is treated once.",
        },
    ]
}
