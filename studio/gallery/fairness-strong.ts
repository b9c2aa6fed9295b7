// Strong fairness: a process that is enabled again and again takes steps again and again, even if it is disabled in
// between. It is what the printer of the example on weak fairness needs, and what a lock that others use in turn needs.
import { bool, system } from "fairlead/model";

const office = system("office", { page: bool, open: bool });
const { page, open } = office.vars;

office
  .process("author", {}, { write: { when: page.not(), do: [page.set(true)] } })
  .process("door", { fair: "weak" }, { swing: { do: [open.set(open.not())] } })
  .process("printer", { fair: "strong" }, { print: { when: page.and(open.not()), do: [page.set(false)] } })
  .property("the tray is empty again and again", "G F !page")
  .property("there is always another page", "G F page");

export { office };
