import { useSignal } from "@preact/signals";
import type { Trace } from "fairlead";
import { useRef } from "preact/hooks";
import { Ring } from "./ring.js";
import { type Column, changesInto, columnsOf, nextOf, type Row, rowsOf } from "./trace-table.js";

/** By step and met condition: the signals that make it true, by position. */
export type Reasons = readonly (readonly (readonly number[])[])[];

export const DOWNLOADS = ["witness", "itf", "vcd", "json", "svg", "png"] as const;
export type Download = (typeof DOWNLOADS)[number];

interface LassoProps {
  readonly trace: Trace;
  /** Null where nobody says why conditions are met. */
  readonly reasons: Reasons | null;
  /** The step that is looked at. */
  readonly step: number;
  onStep(step: number): void;
  /** Which files can be had. */
  readonly downloads?: readonly Download[];
  onDownload?(format: Download): void;
}

/** Columns that are drawn at once: longer traces are looked at in parts. */
const MOST_COLUMNS = 48;
const MOST_ROWS = 60;

/** A behaviour as a waveform, as stem and ring, and step by step. */
export function LassoView(props: LassoProps) {
  const { trace, step, onStep } = props;
  const search = useSignal("");
  const pinned = useSignal<ReadonlySet<string>>(new Set());
  const onlyChanges = useSignal(false);
  const areAllShown = useSignal(false);
  const isRing = useSignal(false);
  const columns = columnsOf(trace);
  const at = Math.min(step, columns.length - 1);
  const from = Math.max(0, Math.min(at - MOST_COLUMNS / 2, columns.length - MOST_COLUMNS));
  const shown = columns.slice(from, from + MOST_COLUMNS);
  const rows = rowsOf(trace, { search: search.value, pinned: pinned.value, onlyChanges: onlyChanges.value });
  const some = areAllShown.value ? rows : rows.slice(0, MOST_ROWS);
  const keys = (event: KeyboardEvent) => {
    const target = KEYS.get(event.key)?.(at, columns.length - 1);
    if (target === undefined || (event.target as Element).closest("[type=search], select") !== null) return;
    event.preventDefault();
    onStep(Math.max(0, Math.min(target, columns.length - 1)));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move the step wherever the focus is in here
    <div class="lasso" onKeyDown={keys}>
      <div class="bar">
        <Stepper at={at} last={columns.length - 1} onStep={onStep} />
        <label>
          <span>Find</span>
          <input
            type="search"
            value={search.value}
            placeholder="signal"
            onInput={({ currentTarget }) => {
              search.value = currentTarget.value;
            }}
          />
        </label>
        <Toggle label="Only what changes" state={onlyChanges} />
        <Toggle label="Stem and ring" state={isRing} />
        {props.downloads?.map((format) => (
          <button key={format} type="button" onClick={() => props.onDownload?.(format)}>
            {format.toUpperCase()}
          </button>
        ))}
      </div>
      {isRing.value ? (
        <Ring trace={trace} at={columns[at]?.step ?? 0} onStep={onStep} />
      ) : (
        <Waveform
          trace={trace}
          columns={shown}
          rows={some}
          at={at}
          first={from}
          onlyChanges={onlyChanges.value}
          onStep={onStep}
          onPin={(name) => {
            const changed = new Set(pinned.value);
            if (!changed.delete(name)) changed.add(name);
            pinned.value = changed;
          }}
        />
      )}
      {some.length < rows.length && !isRing.value && (
        <button
          type="button"
          onClick={() => {
            areAllShown.value = true;
          }}
        >
          Show all {rows.length} rows
        </button>
      )}
      {columns[at] !== undefined && <StepDetail trace={trace} reasons={props.reasons} column={columns[at]} at={at} />}
      {trace.branches?.map(({ step: start, formula, trace: branch }) => (
        <Branch key={`${start} ${formula}`} start={start} formula={formula} trace={branch} />
      ))}
    </div>
  );
}

const KEYS = new Map<string, (at: number, last: number) => number>([
  ["ArrowRight", (at) => at + 1],
  ["ArrowLeft", (at) => at - 1],
  ["Home", () => 0],
  ["End", (_, last) => last],
]);

function Stepper({ at, last, onStep }: { at: number; last: number; onStep(step: number): void }) {
  return (
    <fieldset class="stepper">
      <legend class="hidden">Step</legend>
      <button type="button" aria-label="Previous step" disabled={at === 0} onClick={() => onStep(at - 1)}>
        ‹
      </button>
      <output>step {at}</output>
      <button type="button" aria-label="Next step" disabled={at === last} onClick={() => onStep(at + 1)}>
        ›
      </button>
    </fieldset>
  );
}

function Toggle({ label, state }: { label: string; state: { value: boolean } }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={state.value}
        onChange={({ currentTarget }) => {
          state.value = currentTarget.checked;
        }}
      />
      <span>{label}</span>
    </label>
  );
}

interface WaveformProps {
  readonly trace: Trace;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly at: number;
  /** The position of the first column. */
  readonly first: number;
  readonly onlyChanges: boolean;
  onStep(step: number): void;
  onPin(name: string): void;
}

/** A table: screen readers read it as one, and its cells draw the waves by their borders. */
function Waveform({ trace, columns, rows, at, first, onlyChanges, onStep, onPin }: WaveformProps) {
  const table = useRef<HTMLTableElement>(null);
  const { loop, moves } = trace;
  const stem = columns.filter((c) => c.part === "stem").length;
  const inLoop = columns.filter((c) => c.part === "loop").length;
  const again = columns.length - stem - inLoop;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and arrow keys move the step
    // biome-ignore lint/a11y/useSemanticElements: fieldsets are for forms
    <div class="scroll" tabIndex={0} role="group" aria-label="Waveform: arrow keys move the step">
      <table class="waves" ref={table}>
        <caption class="hidden">
          {loop === null ? "A finite run." : `A lasso: after the last step comes step ${loop} again.`}
        </caption>
        <thead>
          {loop !== null && (
            <tr class="parts">
              <td />
              {stem > 0 && <td colSpan={stem}>stem</td>}
              {inLoop > 0 && (
                <td colSpan={inLoop} class="loop">
                  loop
                </td>
              )}
              {again > 0 && (
                <td colSpan={again} class="again">
                  and again, for ever
                </td>
              )}
            </tr>
          )}
          <tr>
            <th scope="col">signal</th>
            {columns.map((column, k) => (
              <th key={first + k} scope="col" class={columnClass(column, first + k === at)}>
                <button type="button" class="plain" onClick={() => onStep(first + k)}>
                  {column.step}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {moves !== undefined && (
            <tr class="moves">
              <th scope="row">step taken</th>
              {columns.map((column, k) => (
                <td key={first + k} class={columnClass(column, first + k === at)}>
                  {moves.steps[column.step] ?? ""}
                </td>
              ))}
            </tr>
          )}
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.index}`} class={row.kind} data-name={row.name}>
              <th scope="row">
                {row.kind === "signal" && (
                  <button
                    type="button"
                    class="pin"
                    aria-pressed={row.isPinned}
                    aria-label={`Keep ${row.name} on top`}
                    onClick={() => onPin(row.name)}
                  >
                    {row.isPinned ? "★" : "☆"}
                  </button>
                )}
                {row.name}
              </th>
              {columns.map((column, k) => {
                const isCurrent = first + k === at;
                const cell = row.cell(column, k === 0 ? null : columns[k - 1]!);
                const isHidden = onlyChanges && !cell.isNew && k > 0;
                return (
                  <td key={first + k} class={`${columnClass(column, isCurrent)} ${cell.shape}`}>
                    <span class={cell.isNew && !isHidden && row.isWord ? "" : "hidden"}>{cell.text}</span>
                    {row.kind === "condition" && cell.text !== "" && <span aria-hidden="true">●</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const columnClass = ({ part }: Column, isCurrent: boolean): string => (isCurrent ? `${part} current` : part);

interface StepDetailProps {
  readonly trace: Trace;
  readonly reasons: Reasons | null;
  readonly column: Column;
  readonly at: number;
}

/** What happens in a step, in words: read out when the step changes. */
function StepDetail({ trace, reasons, column: { step, part }, at }: StepDetailProps) {
  const changes = at === 0 ? [] : changesInto(trace, at);
  const met = trace.met[step] ?? [];
  const breach = trace.moves?.breach;
  return (
    <div class="detail" aria-live="polite">
      <h3>
        Step {step}
        {part !== "stem" && (part === "loop" ? ", in the loop" : ", in the loop again")}
      </h3>
      {trace.moves?.steps[step] && <p>Then {trace.moves.steps[step]}.</p>}
      {breach?.step === step && <p>{breach.text}</p>}
      {at > 0 && <p>{changes.length === 0 ? "Nothing changes." : `Changed: ${changes.map(changeText).join(", ")}`}</p>}
      {met.length > 0 && (
        <ul>
          {met.map((condition, k) => (
            <li key={condition}>
              ● {trace.conditions[condition]!.name}
              {whyText(trace, step, reasons?.[step]?.[k])}
            </li>
          ))}
        </ul>
      )}
      {nextOf(trace, at) === "end" && trace.moves?.isDeadlock && <p>No step is enabled.</p>}
    </div>
  );
}

const changeText = ({ name, before, after }: ReturnType<typeof changesInto>[number]): string =>
  `${name}: ${before} → ${after}`;

function whyText(trace: Trace, step: number, signals: readonly number[] | undefined): string {
  if (signals === undefined || signals.length === 0) return "";
  return `, because ${signals.map((s) => `${trace.signals[s]!.name} = ${trace.values[step]![s]!}`).join(", ")}`;
}

/** A part of a branching counterexample, which starts at a step of another. */
function Branch({ start, formula, trace }: { start: number; formula: string; trace: Trace }) {
  const step = useSignal(0);
  return (
    <details class="branch">
      <summary>
        From step {start}: {formula}
      </summary>
      <LassoView
        trace={trace}
        reasons={null}
        step={step.value}
        onStep={(k) => {
          step.value = k;
        }}
      />
    </details>
  );
}
