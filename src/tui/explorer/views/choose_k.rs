//! Choosing the number of topics: runs of every K from several seeds beside the chain, and
//! what they measured so far.

use super::{Explorer, moved};
use crate::corpus::Source;
use crate::engine::{Edit, Kind};
use crate::plain::count;
use crate::session::choose_k::{Findings, Job, MEASURES, Measure, Plan, Run, RunNews, RunSetup};
use crate::session::choose_k::{MOST_TOPICS, Topics};
use crate::session::{Command, SWEEPS};
use crate::tui::app::{Effect, Outcome};
use crate::tui::keymap::Action;
use crate::tui::prompt::{Prompt, Purpose};
use crate::tui::text::thousands;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Seeds of each K at first, and at most. The first is 1, as in `choose-k`.
const SEEDS: u64 = 3;
const MOST_SEEDS: u64 = 1000;
/// Different K on the screen; the command takes any number.
const MOST_DIFFERENT: usize = 200;

/// The state of the view.
#[derive(Debug)]
pub struct ChooseK {
    setup: Option<Arc<RunSetup>>,
    /// What was typed last.
    asked: Option<String>,
    plan: Plan,
    /// Whether nothing is to be made for now.
    pub stopped: bool,
    /// All that were finished, also those that the plan does not ask for any more.
    runs: Vec<Run>,
    /// What those of the plan say.
    pub findings: Findings,
    /// Runs in the making.
    pub making: Vec<Job>,
    /// So many documents are fitted, and so many held out.
    pub split: Option<(usize, usize)>,
    /// Why some runs, or all of them, are not to be had.
    pub failures: BTreeMap<Option<Job>, String>,
    measure: usize,
    selected: usize,
    /// The run that the chain is about to start from.
    opened: Option<Job>,
    /// What to know of that, until the next key.
    note: Option<String>,
}

impl Default for ChooseK {
    fn default() -> Self {
        Self {
            setup: None,
            asked: None,
            plan: Plan {
                topics: Vec::new(),
                seeds: 1..1 + SEEDS,
            },
            stopped: false,
            runs: Vec::new(),
            findings: Findings::default(),
            making: Vec::new(),
            split: None,
            failures: BTreeMap::new(),
            measure: 0,
            selected: 0,
            opened: None,
            note: None,
        }
    }
}

impl ChooseK {
    /// What all runs have in common; `None` before any was asked for.
    pub fn setup(&self) -> Option<&RunSetup> {
        self.setup.as_deref()
    }

    /// The numbers of topics, rising.
    pub fn topics(&self) -> &[usize] {
        &self.plan.topics
    }

    /// Seeds of each K.
    pub fn seeds(&self) -> u64 {
        self.plan.seeds.end - self.plan.seeds.start
    }

    /// Runs that are finished, and that should be.
    pub fn progress(&self) -> (usize, usize) {
        (self.findings.runs.len(), self.plan.len())
    }

    /// The measure that the large picture is of.
    pub fn measure(&self) -> &'static Measure {
        &MEASURES[self.measure % MEASURES.len()]
    }

    /// The place of the selected K.
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// The selected K.
    pub fn selected_topics(&self) -> Option<usize> {
        self.plan.topics.get(self.selected).copied()
    }

    /// What is to be carried out from now on.
    fn follow(&mut self) -> Effect {
        self.failures.clear();
        let wanted = self
            .runs
            .iter()
            .filter(|r| self.plan.wants((r.topics, r.seed)));
        let mut findings = Findings::default();
        findings.extend(wanted.cloned());
        self.findings = findings;
        Effect::FollowRuns((!self.stopped).then(|| self.plan.clone()))
    }

    fn take(&mut self, news: RunNews) {
        match news {
            RunNews::Split(train, held_out) => self.split = Some((train, held_out)),
            RunNews::Begun(job) => self.making.push(job),
            RunNews::Left(job) => self.making.retain(|other| *other != job),
            RunNews::Done(run) => {
                let job = (run.topics, run.seed);
                self.making.retain(|other| *other != job);
                if self.plan.wants(job) {
                    self.findings.extend([(*run).clone()]);
                }
                self.runs.push(*run);
            }
            RunNews::Failed(job, reason) => {
                self.making.retain(|other| Some(*other) != job);
                self.failures.insert(job, reason);
            }
        }
    }
}

/// Four K around the present one, as they are typed.
fn offered(topics: usize) -> String {
    let step = (topics / 2).max(1);
    format!("{step}..{}:{step}", (4 * step).min(MOST_TOPICS))
}

impl Explorer {
    /// Asks which K, the first time that the view is opened.
    pub(super) fn open_choose_k(&mut self) -> Outcome {
        match self.views.choose_k.setup {
            Some(_) => Outcome::default(),
            None => self.ask_topics(),
        }
    }

    fn ask_topics(&self) -> Outcome {
        let Some(latest) = self.latest() else {
            return Outcome::default();
        };
        if latest.kind == Kind::Unigram {
            return Outcome::say("unigram has one topic, whatever K is: E chooses another engine");
        }
        let asked = self.views.choose_k.asked.clone();
        Outcome::ask(Prompt::new(
            Purpose::ChooseK,
            "numbers of topics",
            "a range with its step (5..50:5) or a list (5,10,20); every K is fitted from several \
             seeds, with the priors of this chain",
            &asked.unwrap_or_else(|| offered(latest.settings.topics)),
        ))
    }

    /// Has these K fitted. Finished runs stay where the chain has the same engine, priors and
    /// sweeps as when they were made.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn choose_topics(&mut self, text: &str) -> Result<Outcome, String> {
        let Topics(topics) = text.parse()?;
        if topics.len() > MOST_DIFFERENT {
            let many = thousands(topics.len());
            return Err(format!(
                "{many} different K are too many: at most {MOST_DIFFERENT}, say 5..50:5"
            ));
        }
        let Some(latest) = self.latest().cloned() else {
            return Ok(Outcome::default());
        };
        let suggested = Source::demo(&self.source.name).map(|demo| demo.settings.sweeps);
        let sweeps = latest.limit.or(suggested).unwrap_or(SWEEPS);
        let setup = RunSetup::new(latest.kind, &latest.settings, sweeps, &self.corpus);
        let view = &mut self.views.choose_k;
        let mut effects = Vec::new();
        if view.setup().is_none_or(|old| !old.same(&setup)) {
            let setup = Arc::new(setup);
            view.runs.clear();
            view.making.clear();
            view.split = None;
            view.setup = Some(Arc::clone(&setup));
            effects.push(Effect::StartRuns(setup));
        }
        view.asked = Some(text.to_owned());
        let own = topics.iter().position(|&k| k == latest.settings.topics);
        view.selected = own.unwrap_or(0);
        view.plan.topics = topics;
        view.stopped = false;
        effects.push(view.follow());
        Ok(Outcome {
            effects,
            ..Outcome::default()
        })
    }

    /// Takes what a thread has to tell, unless its runs were given up for others.
    pub fn take_run(&mut self, setup: &Arc<RunSetup>, news: RunNews) {
        let view = &mut self.views.choose_k;
        if view
            .setup
            .as_ref()
            .is_some_and(|own| Arc::ptr_eq(own, setup))
        {
            view.take(news);
        }
    }

    /// `None` for keys that are not the view's.
    pub(super) fn act_on_choose_k(&mut self, action: Action, page: usize) -> Option<Outcome> {
        let measures = MEASURES.len();
        let view = &mut self.views.choose_k;
        match action {
            Action::ChooseTopics => return Some(self.ask_topics()),
            Action::NextPane => view.measure = (view.measure + 1) % measures,
            Action::PreviousPane => view.measure = (view.measure + measures - 1) % measures,
            Action::Increase | Action::Decrease => return Some(self.change_seeds(action)),
            Action::StopRuns => return Some(self.stop_runs()),
            Action::Accept => return Some(self.open_run()),
            _ => view.selected = moved(action, view.selected, page, view.plan.topics.len())?,
        }
        Some(Outcome::default())
    }

    fn change_seeds(&mut self, action: Action) -> Outcome {
        let view = &mut self.views.choose_k;
        let seeds = match action {
            Action::Increase => (view.seeds() + 1).min(MOST_SEEDS),
            _ => (view.seeds() - 1).max(1),
        };
        view.plan.seeds.end = view.plan.seeds.start + seeds;
        Outcome::effect(view.follow())
    }

    fn stop_runs(&mut self) -> Outcome {
        let view = &mut self.views.choose_k;
        let (done, of) = view.progress();
        if done == of {
            return Outcome::say(
                "there is nothing to stop: → adds a seed, c other numbers of topics",
            );
        }
        view.stopped = !view.stopped;
        Outcome::effect(view.follow())
    }

    /// Starts the chain on the screen again as the best run of the selected K began.
    fn open_run(&mut self) -> Outcome {
        let view = &self.views.choose_k;
        let run = view
            .selected_topics()
            .map(|k| (k, view.findings.best_run(k)));
        let (Some(setup), Some(latest)) = (&view.setup, &self.latest) else {
            return Outcome::default();
        };
        let run = match run {
            Some((_, Some(run))) => run,
            Some((topics, None)) => {
                return Outcome::say(format!("no run of K {topics} is finished"));
            }
            None => return Outcome::default(),
        };
        let (topics, seed) = (run.topics, run.seed);
        let (now, fits) = (&latest.settings, latest.optimize);
        let mut edits = Vec::new();
        if latest.kind != setup.kind {
            edits.push(Edit::Engine(setup.kind));
        }
        edits.push(Edit::Topics {
            topics,
            growth: self.tuning.growth,
        });
        if setup.kind.is_lda() {
            // Setting a prior also ends its fitting: the run had none.
            if now.alpha != setup.settings.alpha || fits.alpha.is_some() {
                edits.push(Edit::Alpha(setup.settings.alpha.clone()));
            }
            if now.eta != setup.settings.eta || fits.eta.is_some() {
                edits.push(Edit::Eta(setup.settings.eta.clone()));
            }
        }
        // Setting alpha ends variational EM's own fit of it too, which the run had.
        let (kept, keeps) = (now.em.fix_alpha, setup.settings.em.fix_alpha);
        let is_set = edits.iter().any(|edit| matches!(edit, Edit::Alpha(_)));
        if setup.kind == Kind::VariationalEm && (is_set || kept != keeps) {
            edits.push(Edit::FitAlpha(!keeps));
        }
        edits.push(Edit::Reset { seed });
        let edits = edits
            .into_iter()
            .map(|edit| Effect::Send(Command::Edit(edit)));
        let mut effects: Vec<Effect> = edits.collect();
        effects.push(Effect::Send(Command::Resume));
        self.views.choose_k.opened = Some((topics, seed));
        self.frozen = None;
        self.close_view();
        Outcome {
            effects,
            ..Outcome::default()
        }
    }

    /// What to know of a fresh start that opens a run; `None` for any other.
    pub(in crate::tui::explorer) fn opened_run(&mut self, seed: u64) -> Option<String> {
        let view = &mut self.views.choose_k;
        let (topics, own) = view.opened.take()?;
        if own != seed {
            return None;
        }
        let fitted = if self.source.held_out.is_some() {
            "on the documents that the run was fitted to".to_owned()
        } else {
            let all = count(self.corpus.documents(), "document");
            let out = view.split.map_or(0, |(_, held_out)| held_out);
            format!(
                "on all {all}; the run was fitted without the {out} held out, so its numbers are not those of this chain"
            )
        };
        let note = format!("K {topics} from seed {seed}, {fitted}");
        self.views.choose_k.note = Some(note.clone());
        Some(note)
    }

    /// The same, if there was no key since then.
    pub(in crate::tui::explorer) fn opened_note(&mut self) -> Option<String> {
        self.views.choose_k.note.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_numbers_around_the_present_one_are_offered() {
        let all = |k| offered(k).parse::<Topics>().map(|Topics(all)| all);
        assert_eq!(offered(8), "4..16:4");
        assert_eq!(all(1), Ok(vec![1, 2, 3, 4]));
        assert_eq!(all(20), Ok(vec![10, 20, 30, 40]));
        assert_eq!(all(MOST_TOPICS), Ok(vec![32767, 65534]));
    }

    fn run(topics: usize, seed: u64) -> Run {
        let json = format!(
            "{{\"topics\":{topics},\"seed\":{seed},\"perplexity\":{seed},\"perplexity_standard_error\":null,\
             \"c_npmi\":null,\"u_mass\":null,\"exclusivity\":null,\"harmonic_mean\":null,\"digest\":\"\"}}"
        );
        serde_json::from_str(&json).unwrap()
    }

    #[test]
    fn only_runs_of_the_plan_count_and_none_is_lost() {
        let mut view = ChooseK::default();
        view.plan.topics = vec![2, 4];
        for seed in 1..4 {
            view.take(RunNews::Begun((2, seed)));
            view.take(RunNews::Done(Box::new(run(2, seed))));
        }
        assert_eq!((view.progress(), view.making.len()), ((3, 6), 0));
        view.plan.seeds = 1..3;
        assert!(matches!(view.follow(), Effect::FollowRuns(Some(_))));
        assert_eq!(view.progress(), (2, 4));
        view.stopped = true;
        view.plan.seeds = 1..5;
        assert!(matches!(view.follow(), Effect::FollowRuns(None)));
        assert_eq!(view.progress(), (3, 8));
        assert_eq!(view.findings.best_run(2).map(|run| run.seed), Some(1));
        view.take(RunNews::Begun((4, 1)));
        view.take(RunNews::Failed(Some((4, 1)), "no".into()));
        assert_eq!((view.making.len(), view.failures.len()), (0, 1));
    }
}
