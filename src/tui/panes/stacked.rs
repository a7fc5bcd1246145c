//! A mixture of topics as one bar: `7█████0██3█··`. A part begins with the number of its
//! topic and has at least one more column, so that numbers never touch; narrower parts are
//! dots together, so that no part is told by its colour alone.

use crate::session::TopicView;
use crate::tui::theme::Theme;
use ratatui::text::Span;

/// The bar of theta (length K) in `room` columns, the largest part first.
pub fn bar(theta: &[f64], topics: &[TopicView], room: usize, theme: &Theme) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    let mut left = room;
    for (k, columns) in parts(theta, room) {
        let Some(id) = topics.get(k).map(|topic| topic.id) else {
            break;
        };
        let name = id.to_string();
        if columns <= name.len() {
            break;
        }
        let part = format!("{name}{}", "█".repeat(columns - name.len()));
        spans.push(Span::styled(part, theme.topic(id)));
        left -= columns;
    }
    spans.push(Span::styled("·".repeat(left), theme.dim));
    spans
}

/// The place of each part and its columns, the largest first; all columns together are
/// `room`, and each part ends at the column that is nearest to its true end.
fn parts(theta: &[f64], room: usize) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..theta.len()).collect();
    order.sort_by(|&a, &b| theta[b].total_cmp(&theta[a]).then(a.cmp(&b)));
    let (mut sum, mut end) = (0.0, 0);
    order
        .into_iter()
        .map(|k| {
            sum += theta[k];
            let start = end;
            end = ((sum * room as f64).round() as usize).clamp(start, room);
            (k, end - start)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::themes;

    fn topics(ids: &[u32]) -> Vec<TopicView> {
        let topic = |&id: &u32| TopicView {
            id,
            tokens: 0.0,
            share: 0.0,
            words: Vec::new(),
        };
        ids.iter().map(topic).collect()
    }

    #[test]
    fn parts_fill_the_room_and_carry_their_numbers() {
        let theme = &themes().unwrap()[0];
        let text = |theta: &[f64], ids: &[u32], room| {
            let spans = bar(theta, &topics(ids), room, theme);
            spans.iter().map(|s| s.content.as_ref()).collect::<String>()
        };
        assert_eq!(text(&[0.25, 0.5, 0.25], &[0, 12, 3], 8), "12██0█3█");
        assert_eq!(text(&[0.1, 0.8, 0.1], &[10, 12, 13], 10), "12██████··");
        assert_eq!(text(&[0.1; 10], &[0; 10], 4), "····", "each is too narrow");
        assert_eq!(text(&[0.02; 50], &[7; 50], 4).chars().count(), 4);
    }
}
