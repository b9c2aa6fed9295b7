import { useSignal } from "@preact/signals";
import type { Film, NotFilmed } from "fairlead";
import { useEffect } from "preact/hooks";
import { ALGORITHMS, type Algorithm, filmOf } from "../films.js";
import { isProgram } from "../project/project.js";
import { change, isOld, project, run } from "../store.js";
import { FilmView, type Shown } from "../views/film.js";

/** Engines at work on the model in the editor: one, or two side by side. */
export function Algorithms() {
  const films = useSignal<readonly Shown[]>([]);
  const problem = useSignal<string | null>(null);
  const { file, text, questions, property, off, algorithms, moment } = project.value;
  const ids = algorithms.join(" ");
  const systems = isOld.value ? undefined : run.value?.systems;
  useEffect(() => {
    let isOld = false;
    films.value = [];
    problem.value = null;
    if (isProgram(file) && systems === undefined) {
      problem.value = "a program is watched as the circuit that it becomes, and it has not run yet";
      return;
    }
    const wanted = algorithms.map(algorithmNamed);
    void Promise.all(wanted.map(filmOf)).then((made) => {
      if (isOld) return;
      problem.value = made.find(isNone)?.reason ?? null;
      films.value = made.flatMap((film, k) => (isNone(film) ? [] : [{ title: wanted[k]!.name, film }]));
    });
    return () => {
      isOld = true;
    };
  }, [ids, file, text, questions, property, off, systems]);
  const [first = "", second = null] = algorithms;
  const choose = (chosen: readonly (string | null)[]) =>
    change({ algorithms: chosen.filter((id) => id !== null), moment: 0 });
  return (
    <div class="algorithms">
      <div class="bar">
        <Choice label="Algorithm" value={algorithmNamed(first).id} onChange={(id) => choose([id, second])} />
        <Choice label="beside" value={second} none="nothing" onChange={(id) => choose([first, id])} />
      </div>
      {problem.value !== null && <p class="faint">Nothing to see: {problem.value}.</p>}
      {films.value.length > 0 && <FilmView films={films.value} at={moment} onMove={(to) => change({ moment: to })} />}
      {problem.value === null && films.value.length === 0 && <p class="faint">Running…</p>}
    </div>
  );
}

/** A link may name one that is gone. */
const algorithmNamed = (id: string): Algorithm => ALGORITHMS.find((a) => a.id === id) ?? ALGORITHMS[0]!;

const isNone = (film: Film | NotFilmed): film is NotFilmed => "reason" in film;

interface ChoiceProps {
  readonly label: string;
  readonly value: string | null;
  readonly none?: string;
  onChange(value: string | null): void;
}

function Choice({ label, value, none, onChange }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={value ?? ""} onChange={({ currentTarget }) => onChange(currentTarget.value || null)}>
        {none !== undefined && <option value="">{none}</option>}
        {ALGORITHMS.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
