//! Several chains beside one another: their traces, what they say together, and the topics
//! that they disagree about.

use super::{Explorer, Inputs};
use crate::session::chains::{Agreement, Member, SisterNews, Verdict};
use crate::session::{History, TracePoint};
use crate::tui::app::{Effect, Outcome};
use crate::tui::keymap::Action;
use crate::tui::prompt::{Prompt, Purpose};
use crate::tui::text::thousands;

/// Chains there may be, the one on the screen among them.
pub const MOST: u64 = 64;

/// Sweeps after which chains are compared, wherever the one on the screen is.
const ENOUGH: u64 = 200;

/// A chain beside the one on the screen.
#[derive(Debug)]
pub struct Sister {
    /// Her seed.
    pub seed: u64,
    /// Her trace.
    pub history: History,
}

impl Sister {
    fn take(&mut self, seed: u64, point: TracePoint) {
        self.seed = seed;
        let last = self.history.last();
        if last.is_some_and(|last| last.sweep > point.sweep) {
            // She was started again.
            self.history = History::default();
        }
        self.history.push(point);
    }
}

/// The state of the view.
#[derive(Debug)]
pub struct Chains {
    /// Chains there should be.
    wanted: u64,
    /// Chains that were started last.
    started: u64,
    /// Those beside the one on the screen.
    pub sisters: Vec<Sister>,
    /// Why some of them stand still.
    pub failure: Option<String>,
    /// Whether the chain on the screen is looked at alone, in its parts.
    pub alone: bool,
    /// What all say together.
    pub agreement: Option<Agreement>,
    /// The first line shown of what they disagree about.
    pub scroll: usize,
}

impl Default for Chains {
    fn default() -> Self {
        Self {
            wanted: 1,
            started: 1,
            sisters: Vec::new(),
            failure: None,
            alone: false,
            agreement: None,
            scroll: 0,
        }
    }
}

/// What all chains say together.
pub(super) fn agree(inputs: &Inputs) -> Result<Agreement, String> {
    let main = &inputs.fitted;
    let mut sisters: Vec<_> = inputs.sisters.iter().collect();
    sisters.sort_by_key(|sister| sister.fitted.seed);
    let mut members = vec![Member {
        seed: main.seed,
        objective: main.objective,
        draws: &inputs.draws,
        phi: main.phi.clone(),
        ids: &main.ids,
    }];
    members.extend(sisters.into_iter().map(|sister| Member {
        seed: sister.fitted.seed,
        objective: sister.fitted.objective,
        draws: &sister.draws,
        phi: sister.fitted.phi.clone(),
        ids: &sister.fitted.ids,
    }));
    let agreement = Agreement::of(&members, &main.corpus);
    let mut agreement = agreement.ok_or_else(|| "there is no chain".to_owned())?;
    // A fast chain may leave them behind for ever; then so many sweeps must do.
    let enough = (main.sweep / 2).min(ENOUGH);
    let behind = inputs.sisters.iter().map(|s| s.fitted.sweep);
    if let Some(last) = behind.filter(|sweep| *sweep < enough).min() {
        agreement.verdict = Verdict::Mixing;
        let (last, sweep) = (thousands(last as usize), thousands(main.sweep as usize));
        agreement.evidence = vec![format!(
            "the other chains are on their way, the last at sweep {last} of {sweep}"
        )];
    }
    Ok(agreement)
}

impl Explorer {
    /// Asks for so many chains in all.
    pub fn want_chains(&mut self, chains: u64) {
        self.views.chains.wanted = chains.clamp(1, MOST);
    }

    /// Has the chains started that are wanted, once the chain beside them is known.
    pub fn start_sisters(&mut self) -> Option<Effect> {
        if self.views.chains.wanted == self.views.chains.started {
            return None;
        }
        let latest = self.latest()?;
        let model = (latest.kind, latest.settings.clone());
        let chains = &mut self.views.chains;
        chains.started = chains.wanted;
        let sister = |apart| Sister {
            seed: model.1.seed.wrapping_add(apart),
            history: History::default(),
        };
        chains.sisters = (1..chains.wanted).map(sister).collect();
        (chains.agreement, chains.failure) = (None, None);
        Some(Effect::Sisters(Box::new(model), chains.wanted - 1))
    }

    /// Takes what sisters have to tell.
    pub fn take_sisters(&mut self, news: Vec<SisterNews>) {
        let chains = &mut self.views.chains;
        for new in news {
            match new {
                SisterNews::Failed(reason) => chains.failure = Some(reason),
                SisterNews::Point { apart, seed, point } => {
                    let place = apart as usize - 1;
                    if let Some(sister) = chains.sisters.get_mut(place) {
                        sister.take(seed, point);
                    }
                }
            }
        }
        self.moment += 1;
    }

    /// `None` for keys that are not the view's.
    pub(super) fn act_on_chains(&mut self, action: Action, page: usize) -> Option<Outcome> {
        let chains = &mut self.views.chains;
        match action {
            Action::Chains => {
                let help = "how many chains in all, 1 to 64, each from a seed of its own";
                let now = chains.wanted.max(4).to_string();
                return Some(Outcome::ask(Prompt::new(
                    Purpose::Chains,
                    "chains",
                    help,
                    &now,
                )));
            }
            Action::NextPane => chains.alone = !chains.alone,
            Action::Up => chains.scroll = chains.scroll.saturating_sub(1),
            Action::Down => chains.scroll += 1,
            Action::PageUp => chains.scroll = chains.scroll.saturating_sub(page),
            Action::PageDown => chains.scroll += page,
            Action::First => chains.scroll = 0,
            Action::Last => chains.scroll = usize::MAX / 2,
            _ => return None,
        }
        Some(Outcome::default())
    }
}
