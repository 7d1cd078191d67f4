/**
 * The promises that npm run proof shows. Each has whole files of tests, which try their faults more often there than in
 * npm test (`tries` and `proved` of tests/world/proof.ts), and parts of the bench.
 * @type {readonly { name: string, promise: string, tests?: string[], journeys?: string[], bench?: string[] }[]}
 */
export const rows = [
  {
    name: 'durability',
    promise: 'what was acknowledged survives kill -9 of the server and of PostgreSQL, and a power cut',
    tests: ['tests/server/killed-and-cut.test.ts'],
  },
  {
    name: 'all-or-nothing',
    promise: 'imports, migrations, uploads and the first start are done or not begun, wherever they are killed',
    tests: [
      'tests/server/publish.test.ts',
      'tests/server/migrate.test.ts',
      'tests/server/demo-fill.slow.test.ts',
      'tests/server/console-files.test.ts',
      'tests/server/upload-killed.test.ts',
      'tests/server/embedded.slow.test.ts',
    ],
  },
  {
    name: 'damaged-data',
    promise: 'a data folder that lost a part, or files of another database, are refused with a hint how to restore',
    tests: [
      'tests/server/instance.slow.test.ts',
      'tests/server/lost-database.test.ts',
      'tests/server/file-check.test.ts',
    ],
  },
  {
    name: 'backup',
    promise: 'a backup made while people publish is the store of one moment, and restores into either engine',
    tests: ['tests/server/backup.test.ts'],
  },
  {
    name: 'environments',
    promise: 'half a gigabyte goes between two environments in at most 300 MB of memory',
    tests: ['tests/server/transfer-size.test.ts'],
  },
  {
    name: 'database-away',
    promise: 'pages seen before stay, others are told 503, writes fail in words, all recovers without a restart',
    tests: [
      'tests/server/away-database.test.ts',
      'tests/server/lost-database.test.ts',
      'tests/server/pages-on-disk.test.ts',
    ],
  },
  {
    name: 'fail-over',
    promise: 'a standby takes over: reads go on, writes come back, and what it lacks is noticed',
    tests: ['tests/server/other-databases.test.ts', 'tests/server/fail-over.test.ts'],
  },
  {
    name: 'disk-full',
    promise: 'below 256 MB writes are refused in words, reads go on, and all recovers without a restart',
    tests: ['tests/server/free-space.test.ts', 'tests/server/low-disk.test.ts'],
  },
  {
    name: 'watch',
    promise: 'twelve faults, each done to a running product, are alerts within a minute, and the runbook names each',
    tests: ['tests/server/watch.slow.test.ts'],
  },
  {
    name: 'load',
    promise: 'what is too much is told 503 at once, what is kept stays fast beside it, and all is well soon after',
    tests: ['tests/server/overload.test.ts', 'tests/server-parts/admission.test.ts'],
    bench: ['overload'],
  },
  {
    name: 'endurance',
    promise: 'memory and descriptors are flat for ten minutes at twice the declared peak, and for thirty at half of it',
    tests: ['tests/server/endurance.test.ts'],
  },
  {
    name: 'stops',
    promise: 'a stop is graceful, and two servers behind nginx are restarted in turn without a failed request',
    tests: ['tests/server/stop.test.ts', 'tests/server/two-nodes.test.ts'],
  },
  {
    name: 'hostile-clients',
    promise: 'slow headers and bodies, huge bodies, many parts and repeated hosts are ended, and others do not notice',
    tests: [
      'tests/server/hostile-clients.test.ts',
      'tests/server/unread-answers.test.ts',
      'tests/server/every-answer.test.ts',
    ],
  },
  {
    name: 'bad-input',
    promise: 'nothing that can be sent or uploaded ends in a 5xx, a restart or a stall',
    tests: [
      'tests/server/hostile-input.test.ts',
      'tests/server/abuse.test.ts',
      'tests/server-parts/sheets-hostile.test.ts',
      'tests/server-parts/sheets-corpora.test.ts',
    ],
  },
  {
    name: 'scripts',
    promise: 'nothing an editor, a file or an address can hold runs in the browser of a visitor or another editor',
    tests: ['tests/server-parts/sanitise.test.ts'],
    journeys: ['tests/journeys/abuse.spec.ts'],
  },
  {
    name: 'rights',
    promise: 'every call declares its policy, the table of roles and calls is complete, and drafts leave by no door',
    tests: [
      'tests/server/console.test.ts',
      'tests/server/editions-rights.test.ts',
      'tests/server/editions-access.test.ts',
      'tests/server/row-set-rights.test.ts',
      'tests/server/console-preview.test.ts',
    ],
  },
  {
    name: 'risk-gating',
    promise: 'every level, product, evaluation and profession gets the right decision, and what is held back is absent',
    tests: [
      'tests/rules/risk-access.test.ts',
      'tests/server/risk-access.test.ts',
      'tests/server/restricted-access.test.ts',
      'tests/server/restricted-files.test.ts',
    ],
  },
  {
    name: 'four-eyes',
    promise:
      'nothing reaches the public without a second person, unless marked as an emergency, or by a rule that a second person approved',
    tests: [
      'tests/server/editions-walk.test.ts',
      'tests/server/feed.test.ts',
      'tests/server/staff-requests.test.ts',
      'tests/server/editions.test.ts',
    ],
  },
  {
    name: 'announcements',
    promise: 'what is announced of an edition is what the site answers once it is published',
    tests: ['tests/server/announced-walk.test.ts'],
  },
  {
    name: 'sessions',
    promise: 'signing out, suspension, a reset and another role end all sessions at once',
    tests: ['tests/server/console.test.ts', 'tests/server/login.test.ts'],
  },
  {
    name: 'caches',
    promise: 'only complete anonymous pages are kept, and nobody is shown what is another’s',
    tests: ['tests/server/caches.test.ts', 'tests/server-parts/page-cache.test.ts'],
  },
  {
    name: 'production',
    promise: 'a start as production invents nothing, opens nothing and warns of what is unsafe',
    tests: ['tests/server/production.test.ts', 'tests/server/demo-access.test.ts', 'tests/server/lost-output.test.ts'],
  },
  {
    name: 'evidence',
    promise:
      'whatever its owner changes, removes, adds or puts in the place of the store is found by a command, or named as not covered',
    tests: [
      'tests/server/record.test.ts',
      'tests/server/catalogue.test.ts',
      'tests/server/heads.test.ts',
      'tests/server/server-role.test.ts',
      'tests/server/publication-log.test.ts',
      'tests/server/log.test.ts',
    ],
  },
  {
    name: 'clock',
    promise: 'expiry and schedules are right at midnight, leap day and year end, and a clock set back revives nothing',
    tests: [
      'tests/server/clock.test.ts',
      'tests/server/clock-back.test.ts',
      'tests/server/editions-due.test.ts',
      'tests/rules/shanghai-date.test.ts',
    ],
  },
];
