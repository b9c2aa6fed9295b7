import { useRef } from "preact/hooks";
import { VIEWS, type View } from "../project/project.js";
import { change, project, run } from "../store.js";

const TITLES: Readonly<Record<View, string>> = {
  answer: "Answer",
  lasso: "Lasso",
  proof: "Proof",
  "what-if": "What if",
  progress: "Progress",
};

/** A closer look at the property that is selected. */
export function Views() {
  const asking = run.value?.askings.get(project.value.property);
  const tabs = useRef<HTMLDivElement>(null);
  const { view } = project.value;
  const step = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    const next = (VIEWS.indexOf(view) + by + VIEWS.length) % VIEWS.length;
    change({ view: VIEWS[next]! });
    tabs.current?.querySelectorAll<HTMLButtonElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div class="views">
      <div class="tabs" role="tablist" aria-label="Views" ref={tabs} onKeyDown={step}>
        {VIEWS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === view}
            aria-controls="view"
            tabIndex={name === view ? 0 : -1}
            onClick={() => change({ view: name })}
          >
            {TITLES[name]}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls is reached by the keyboard too */}
      <div class="view" id="view" role="tabpanel" aria-labelledby={`tab-${view}`} tabIndex={0}>
        {asking?.answer ? (
          <>
            <p>
              <strong>{asking.answer.answer}</strong>
              {asking.answer.why && `, ${asking.answer.why}`}
            </p>
            {asking.answer.notes.map((note) => (
              <p key={note}>note: {note}</p>
            ))}
          </>
        ) : (
          <p class="faint">No answer yet.</p>
        )}
      </div>
    </div>
  );
}
