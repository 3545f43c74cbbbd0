/** What `--help` of a command says below its options: examples that can be typed, the exit codes that matter, and what comes next. */
export const commandNotes: Readonly<Record<string, string>> = {
  init: `
Examples:
  planogram init shop           asks a few questions, then begins in shop
  planogram init shop --yes     the embedded store and examples, no questions
  planogram init shop --store-url https://shop.example
                                for a store that exists; planogram pull then
                                writes what it holds

Files that are there stay as they are; a .gitignore gets the lines it lacks.
Next: planogram validate, then planogram plan.`,
  validate: `
Examples:
  planogram validate                     all of the catalogue, for every store
  planogram validate --store production  as the overlay of that store leaves it
  planogram validate products/tees.yaml images
                                         what concerns this document and the
                                         pictures of this folder
  git diff --name-only main | xargs planogram validate
                                         what concerns the files of this branch
  planogram validate --format sarif > problems.sarif    for code scanning

The whole catalogue is read in any case, as one document can break another. A
problem concerns a path when it stands there, has its other place there ("first
defined here"), misses something that would stand in that document (a group
that was renamed there), or is about that text or picture. What is wrong
elsewhere is counted in the last line and does not change the exit code.

Exit codes: 0 nothing is wrong, or warnings only; 65 there are errors.`,
  plan: `
Examples:
  planogram plan                what would change in the default store
  planogram plan --verbose      every price and field of every change
  planogram plan --store production
  planogram plan --out plan.json         save it, for planogram apply plan.json
  planogram plan --detailed-exitcode     for scripts: 2 when there are changes

Exit codes: 0 done, 1 the store could not be read, 2 changes present
(--detailed-exitcode), 65 catalogue invalid.
Next: planogram apply.`,
  show: `
Examples:
  planogram show plan.json
  planogram show plan.json --format json | jq .plan_hash

A plan is read without a store and without a catalogue.

Exit codes: 0 done, 1 there is no such file or it is no plan.`,
  apply: `
Examples:
  planogram apply               plan, review in the terminal, apply
  planogram apply plan.json     exactly the plan that was saved
  planogram apply plan.json --auto-approve
                                in CI, once somebody has reviewed the plan
  planogram apply plan.json --auto-approve --plan-hash <hash>
                                the same for a protected store

Exit codes: 0 the store matches the catalogue, 4 the plan is stale and nothing
was written, 5 declined or nobody to ask, 6 applied in part or not converged
(plan and apply again), 65 catalogue invalid, 130 and 143 stopped by a signal,
after the requests in flight.`,
  fmt: `
Examples:
  planogram fmt                          the whole catalogue
  planogram fmt products/tees.yaml       one document; a folder works too
  planogram fmt --check --verbose        in CI: shows what would change
  planogram fmt - < tees.yaml            standard input to output, for editors

Exit codes: 0 done, 2 something would change (--check), 65 a document is broken
and was left alone.`,
  schema: `
Examples:
  planogram schema --out schemas         all of them, after an update
  planogram schema config --draft 2020-12

A document names its schema in its first line:
  # yaml-language-server: $schema=schemas/catalogue.schema.json
Editors with the YAML language server (VS Code: the extension "YAML" by Red
Hat) then complete its keys, explain them, and mark mistakes.`,
  price: `
Examples:
  planogram price TEE --option size=m --option colour=navy
  planogram price TEE-m-navy --group dealer --quantity 50 --currency EUR
  planogram price TEE-m-navy --at "2026-12-24 18:00" --customer-discount 20%
  planogram price TEE-m-navy --table     every group and quantity

What must stay true goes under \`expect:\` of a document: validate checks it.

Exit codes: 0 done, also where there is no price; 1 the store could not be read,
and git alone is shown (--offline leaves the store out on purpose); 64 there is
no such sku, option or value.`,
  explain: `
Examples:
  planogram explain product.TEE          each value, with its file and line
  planogram explain product.TEE.title    one field
  planogram explain grid.TEE-m-navy --store production
                                         the prices, as an overlay leaves them

Exit codes: 0 done; 1 the store could not be read, and git alone is shown
(--offline leaves the store out on purpose); 64 there is no such address.`,
  pull: `
Examples:
  planogram pull --images                a store into YAML, with its pictures
  planogram pull --dry-run --verbose     what changed in the store, as a diff
  planogram pull --store production      take it over, from another store
  planogram pull --layout flat           new products into one file

Values are changed where they stand, comments stay, nothing is deleted. A file
is changed only if git has it as it stands; --force goes on without that.
Exit codes: 0 done, 1 the store could not be read or a file is not safe in git,
65 the catalogue is invalid, before or after the pull.
Next: git diff; planogram plan finds nothing to do.`,
  emulator: `
Examples:
  planogram emulator                     the store of this catalogue
  planogram emulator --port 8080 --data /tmp/store --seed my-shop
  planogram emulator --profile hostile   where the platform's document is
                                         silent, the worst that it allows

Next: open the address of the shop in a browser.`,
}
