import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { keymap } from "@codemirror/view";

/** Finding and replacing, for who edits: a page that only shows a model does without. */
export const searching = [highlightSelectionMatches(), keymap.of(searchKeymap)];
