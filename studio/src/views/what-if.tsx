import type { Answer, DemandInfo, PropertyInfo } from "../check/protocol.js";

/** What was found with some demands switched off. */
export interface Tried {
  readonly off: readonly number[];
  readonly answers: ReadonlyMap<number, Answer>;
}

interface WhatIfProps {
  readonly properties: readonly PropertyInfo[];
  readonly demands: readonly DemandInfo[];
  readonly off: readonly number[];
  readonly tried: readonly Tried[];
  onSwitch?(demand: number, isOff: boolean): void;
}

/** A switch for everything that the source asks of behaviours, and what became of the answers. */
export function WhatIf({ properties, demands, off, tried, onSwitch }: WhatIfProps) {
  if (demands.length === 0) return <p class="faint">The model has neither fairness conditions nor constraints.</p>;
  return (
    <div class="what-if">
      <fieldset>
        <legend>What counts as a behaviour</legend>
        {demands.map(({ name, kind }, k) => (
          <label key={k} class="switch">
            <input
              type="checkbox"
              checked={!off.includes(k)}
              onChange={({ currentTarget }) => onSwitch?.(k, !currentTarget.checked)}
            />
            <span>
              {name} <span class="faint">{kind}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {tried.length > 0 && (
        <div class="scroll">
          <table class="verdicts trials">
            <caption class="hidden">Answers, by what was switched off</caption>
            <thead>
              <tr>
                <th scope="col">without</th>
                {properties.map(({ name }, k) => (
                  <th key={k} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {tried.map((trial) => (
                <tr key={trial.off.join()} class={trial.off.join() === off.join() ? "selected" : ""}>
                  <th scope="row">{trial.off.map((k) => demands[k]?.name).join(", ") || "nothing: as it is given"}</th>
                  {properties.map((_, k) => {
                    const answer = trial.answers.get(k);
                    return (
                      <td key={k} data-tone={answer?.tone}>
                        <span class="answer">{answer?.words}</span>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
