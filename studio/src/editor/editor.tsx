import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { minimalSetup } from "codemirror";
import { useEffect, useRef } from "preact/hooks";
import type { Problem } from "../check/protocol.js";
import type { Language } from "../project/project.js";
import { highlighting } from "./languages.js";

interface EditorProps {
  readonly label: string;
  readonly text: string;
  readonly language: Language | "formula" | null;
  readonly problems: readonly Problem[];
  /** A line with nothing around it. */
  readonly isLine?: boolean;
  onChange(text: string): void;
  /** What is known of a word, for who points at it. */
  explain?(word: string): string | null;
}

/**
 * A text that is edited. It lives in a shadow root: there its styles are constructed sheets, which the page's policy allows,
 * unlike elements.
 */
export function Editor(props: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<{ readonly view: EditorView; readonly language: Compartment } | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    const language = new Compartment();
    const view = new EditorView({
      root,
      parent: root as unknown as Element,
      state: EditorState.create({ doc: latest.current.text, extensions: extensions(latest, language) }),
    });
    editor.current = { view, language };
    return () => view.destroy();
  }, []);

  useEffect(() => {
    const { view, language } = editor.current!;
    let isWanted = true;
    void highlighting(props.language).then((extension) => {
      if (isWanted) view.dispatch({ effects: language.reconfigure(extension) });
    });
    return () => {
      isWanted = false;
    };
  }, [props.language]);

  useEffect(() => {
    const { view } = editor.current!;
    if (view.state.doc.toString() === props.text) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: props.text } });
  }, [props.text]);

  useEffect(() => {
    const { view } = editor.current!;
    view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, props.problems)));
  }, [props.problems]);

  return <div class={props.isLine ? "editor line" : "editor"} ref={host} />;
}

function extensions(latest: { readonly current: EditorProps }, language: Compartment): Extension[] {
  const { isLine = false, label } = latest.current;
  return [
    minimalSetup,
    isLine ? oneLine : MANY_LINES,
    language.of([]),
    syntaxHighlighting(COLOURS),
    THEME,
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current.onChange(update.state.doc.toString());
    }),
    hoverTooltip((view, position) => {
      const word = wordAt(view.state, position);
      const text = word === null ? null : (latest.current.explain?.(word.text) ?? null);
      if (word === null || text === null) return null;
      return { pos: word.from, end: word.to, create: () => ({ dom: tooltip(text) }) };
    }),
  ];
}

/** What is loaded when somebody begins to edit takes the place of what waits for that. */
const ON_FOCUS = new Compartment();

async function beginSearching(view: EditorView): Promise<void> {
  const { searching } = await import("./searching.js");
  view.dispatch({ effects: ON_FOCUS.reconfigure(searching) });
}

/** Tab leaves the text, as in every other field. */
const MANY_LINES: Extension = [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  bracketMatching(),
  keymap.of(lintKeymap),
  ON_FOCUS.of(EditorView.domEventObservers({ focus: (_, view) => void beginSearching(view) })),
];

const oneLine = EditorState.transactionFilter.of((transaction) => (transaction.newDoc.lines > 1 ? [] : transaction));

function tooltip(text: string): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "value";
  dom.textContent = text;
  return dom;
}

/** The name that a position is in: letters, digits, and what names have inside. */
function wordAt(
  state: EditorState,
  position: number,
): { readonly from: number; readonly to: number; readonly text: string } | null {
  const line = state.doc.lineAt(position);
  for (const match of line.text.matchAll(/[A-Za-z_][\w$.[\]-]*/g)) {
    const from = line.from + match.index;
    if (from <= position && position <= from + match[0].length)
      return { from, to: from + match[0].length, text: match[0] };
  }
  return null;
}

/** A problem marks the word at its place; one without a place, the first line. */
function diagnosticsOf(state: EditorState, problems: readonly Problem[]): Diagnostic[] {
  return problems.map(({ at, text, isLimit }) => {
    const line = state.doc.line(Math.min(Math.max(at?.line ?? 1, 1), state.doc.lines));
    const from = Math.min(line.from + Math.max((at?.column ?? 1) - 1, 0), line.to);
    const length = /^[\w$.-]+/.exec(state.doc.sliceString(from, line.to))?.[0].length ?? 1;
    return {
      from,
      to: Math.min(from + length, state.doc.length),
      severity: isLimit ? "warning" : "error",
      message: text,
    };
  });
}

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--keyword)" },
  { tag: tags.operator, color: "var(--operator)" },
  { tag: [tags.number, tags.string, tags.bool, tags.atom], color: "var(--constant)" },
]);

const THEME = EditorView.theme({
  "&": { height: "100%", fontSize: "0.8125rem", color: "var(--ink)", backgroundColor: "var(--field)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--field)", color: "var(--faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--active)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip .value": { padding: "0.25rem 0.5rem", fontFamily: "var(--mono)" },
});
