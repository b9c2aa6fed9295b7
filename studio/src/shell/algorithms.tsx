import { useSignal } from "@preact/signals";
import type { Film, NotFilmed } from "fairlead";
import { useEffect } from "preact/hooks";
import { ALGORITHMS, filmOf } from "../films.js";
import { isProgram } from "../project/project.js";
import { project } from "../store.js";
import { FilmView, type Shown } from "../views/film.js";

/** Engines at work on the model in the editor: one, or two side by side. */
export function Algorithms() {
  const chosen = useSignal<readonly [number, number | null]>([1, null]);
  const films = useSignal<readonly Shown[]>([]);
  const problem = useSignal<string | null>(null);
  const { file, text, questions, property, off } = project.value;
  useEffect(() => {
    let isOld = false;
    films.value = [];
    problem.value = null;
    if (isProgram(file)) {
      problem.value = "Programs cannot be watched: only models that are circuits.";
      return;
    }
    const wanted = chosen.value.flatMap((k) => (k === null ? [] : [ALGORITHMS[k]!]));
    void Promise.all(wanted.map(filmOf)).then((made) => {
      if (isOld) return;
      problem.value = made.find(isNone)?.reason ?? null;
      films.value = made.flatMap((film, k) => (isNone(film) ? [] : [{ title: wanted[k]!.name, film }]));
    });
    return () => {
      isOld = true;
    };
  }, [chosen.value, file, text, questions, property, off]);
  const [first, second] = chosen.value;
  return (
    <div class="algorithms">
      <div class="bar">
        <Choice
          label="Algorithm"
          value={first}
          onChange={(k) => {
            chosen.value = [k ?? 0, second];
          }}
        />
        <Choice
          label="beside"
          value={second}
          none="nothing"
          onChange={(k) => {
            chosen.value = [first, k];
          }}
        />
      </div>
      {problem.value !== null && <p class="faint">Nothing to see: {problem.value}.</p>}
      {films.value.length > 0 && <FilmView films={films.value} />}
      {problem.value === null && films.value.length === 0 && <p class="faint">Running…</p>}
    </div>
  );
}

const isNone = (film: Film | NotFilmed): film is NotFilmed => "reason" in film;

interface ChoiceProps {
  readonly label: string;
  readonly value: number | null;
  readonly none?: string;
  onChange(value: number | null): void;
}

function Choice({ label, value, none, onChange }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select
        value={value ?? ""}
        onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? null : Number(currentTarget.value))}
      >
        {none !== undefined && <option value="">{none}</option>}
        {ALGORITHMS.map(({ name }, k) => (
          <option key={name} value={k}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
