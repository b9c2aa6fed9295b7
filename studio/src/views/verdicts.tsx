import type { Answer, PropertyInfo } from "../check/protocol.js";

/** What is known of a property, for the table. */
export interface VerdictRow {
  readonly state: "waiting" | "running" | "answered";
  readonly answer: Answer | null;
}

interface VerdictsProps {
  readonly properties: readonly PropertyInfo[];
  readonly askings: ReadonlyMap<number, VerdictRow>;
  readonly skipped: readonly number[];
  readonly selected: number;
  onSelect?(property: number): void;
  /** Absent: the table only shows. */
  onSkip?(property: number, isSkipped: boolean): void;
}

/** A row for each property: what the answer is, and how it is known. */
export function Verdicts({ properties, askings, skipped, selected, onSelect, onSkip }: VerdictsProps) {
  if (properties.length === 0) return null;
  return (
    <div class="scroll">
      <table class="verdicts">
        <thead>
          <tr>
            {onSkip && <th scope="col">ask</th>}
            <th scope="col">property</th>
            <th scope="col">answer</th>
            <th scope="col">how it is known</th>
            <th scope="col">engine</th>
            <th scope="col">time</th>
          </tr>
        </thead>
        <tbody>
          {properties.map(({ name, kind }, k) => {
            const row = askings.get(k);
            return (
              <tr
                key={k}
                class={k === selected ? "selected" : ""}
                data-answer={row?.answer?.answer ?? row?.state}
                data-tone={row?.answer?.tone}
              >
                {onSkip && (
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`Ask ${name}`}
                      checked={!skipped.includes(k)}
                      onChange={({ currentTarget }) => onSkip(k, !currentTarget.checked)}
                    />
                  </td>
                )}
                <th scope="row">
                  <button type="button" class="plain" aria-current={k === selected} onClick={() => onSelect?.(k)}>
                    {name} <span class="faint">{KINDS[kind]}</span>
                  </button>
                </th>
                <td class="answer">{answerText(row)}</td>
                <td class="how">{row?.answer?.how}</td>
                <td>{row?.answer?.engine}</td>
                <td class="number">{row?.answer && `${row.answer.seconds.toFixed(2)} s`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const KINDS = { justice: "justice", bad: "invariant", cover: "cover", ltl: "LTL", ctl: "CTL" } as const;

function answerText(row: VerdictRow | undefined): string {
  if (row === undefined) return "";
  return row.answer?.words ?? (row.state === "running" ? "…" : "");
}
