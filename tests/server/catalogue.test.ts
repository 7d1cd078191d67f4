import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectTo } from '#server/db/connect.ts';
import { verifyCatalogue } from '#server/record/verify-catalogue.ts';
import { createTestDatabase, type TestDatabase } from '#tests/world/database.ts';

let database: TestDatabase;
/** a role that owns no table and may write what a server may, or nothing */
let stranger: string;
beforeAll(async () => {
  database = await createTestDatabase();
  stranger = `${database.name}_stranger`;
  await database.owner.query(`create role ${stranger}`);
});
afterAll(async () => {
  await database.owner.query(`drop owned by ${stranger} cascade; drop role ${stranger}`);
  await database.drop();
});

const found = async (of: Parameters<typeof verifyCatalogue>[0] = database) =>
  (await verifyCatalogue(of)).problems.map(({ message }) => message);

test('[UP10] a newer migration in the list is named, and hides no other difference', async () => {
  const last = await database.owner.query<{ no: number }>('select max(no) as no from migration');
  const no = last.rows[0]!.no + 1;
  await database.owner.query(`insert into migration (no, name, checksum) values ($1, $2, 'x')`, [no, `${no}-next`]);
  await database.owner.query('create rule silent as on insert to audit do instead nothing');
  const { problems, unfinished } = await verifyCatalogue(database);
  await database.owner.query('drop rule silent on audit');
  await database.owner.query('delete from migration where no = $1', [no]);
  expect(unfinished).toBe('');
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^rule silent on audit is not made by the migrations/),
    expect.stringContaining(`a newer version of this program made ${no}-next`),
  ]);
  expect(await found()).toEqual([]);
});

/** A function as its migration makes it. */
const functionOf = (migration: string, name: string): string =>
  new RegExp(`create or replace function ${name}\\(.*?\\nend \\$\\$`, 's').exec(
    readFileSync(`src/server/db/migrations/${migration}.sql`, 'utf8'),
  )![0];

/** Acts of an owner by which statements of the program read or write something else, with the way back. */
const changes: Record<string, { by: string; says: RegExp; back: string }> = {
  'a view in place of a table': {
    by: `alter table setting rename to setting_kept;
      create view setting as select * from setting_kept where current_setting('transaction_read_only') = 'on'`,
    says: /^table setting is .*"kind": "v"/,
    back: 'drop view setting; alter table setting_kept rename to setting',
  },
  'a rule': {
    by: `create rule silent as on insert to audit do instead nothing`,
    says: /^rule silent on audit is not made by the migrations/,
    back: 'drop rule silent on audit',
  },
  'row security': {
    by: `alter table article enable row level security; create policy none on article using (false)`,
    says: /^policy none on article/,
    back: 'drop policy none on article; alter table article disable row level security',
  },
  'a table that lends its rows': {
    by: `create table lent () inherits (article)`,
    says: /^heir .*lent of article/,
    back: 'drop table lent',
  },
  'a table whose rows go with a crash': {
    by: `alter table kept set unlogged`,
    says: /^table kept is .*"persistence": "u"/,
    back: 'alter table kept set logged',
  },
  'a trigger that is off': {
    by: `alter table edition_step disable trigger edition_step_only_added`,
    says: /^trigger edition_step_only_added on edition_step is .*"enabled": "D"/,
    back: 'alter table edition_step enable trigger edition_step_only_added',
  },
  'a trigger that is gone': {
    by: `drop trigger audit_only_added on audit`,
    says: /^trigger audit_only_added on audit is missing/,
    back: `create trigger audit_only_added before update or delete or truncate on audit for each statement execute function refuse_change()`,
  },
  'a trigger of its own': {
    by: `create trigger mine before insert on audit for each statement execute function refuse_change()`,
    says: /^trigger mine on audit is not made by the migrations/,
    back: 'drop trigger mine on audit',
  },
  'a function that does something else': {
    by: `create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$`,
    says: /^function refuse_change\(\) is .*return null/,
    back: functionOf('0038-newsroom', 'refuse_change'),
  },
  'a function that answers for one of PostgreSQL’s': {
    by: `create function md5(varchar) returns text language sql return 'x'`,
    says: /^function md5\(character varying\) is not made by the migrations/,
    back: 'drop function md5(varchar)',
  },
  'an operator': {
    by: `create function never(text, varchar) returns boolean language sql return false; create operator = (leftarg = text, rightarg = varchar, function = never)`,
    says: /^operator =\(text,character varying\)/,
    back: 'drop operator = (text, varchar); drop function never(text, varchar)',
  },
  'a constraint that is gone': {
    by: `alter table edition drop constraint edition_seen`,
    says: /^constraint edition_seen on edition is missing/,
    back: `alter table edition add constraint edition_seen check (state <> 'published' or review_due is not null or rule_no is not null or (approved_hash is not null and approved_hash = content_hash))`,
  },
  'a constraint that is looser': {
    by: `alter table staff drop constraint staff_state_check, add constraint staff_state_check check (state <> '')`,
    says: /^constraint staff_state_check on staff is /,
    back: `alter table staff drop constraint staff_state_check, add constraint staff_state_check check (state in ('active', 'suspended'))`,
  },
  'a reference that is not enforced': {
    by: `alter table staff_grant disable trigger all; alter table staff_grant enable trigger user`,
    says: /^constraint staff_grant_staff_id_fkey on staff_grant is .*"D"/,
    back: 'alter table staff_grant enable trigger all',
  },
  'another default': {
    by: `alter table staff alter column state set default 'suspended'`,
    says: /^column state of staff is .*suspended/,
    back: `alter table staff alter column state set default 'active'`,
  },
  'a column that is computed': {
    by: `alter table kept add column more text generated always as ('x') stored`,
    says: /^column more of kept is not made by the migrations/,
    back: 'alter table kept drop column more',
  },
  'an index that lets two be public': {
    by: `drop index article_now`,
    says: /^index article_now on article is missing/,
    back: 'create unique index article_now on article (article_id) where public_to is null',
  },
  'an index that refuses': {
    by: `create unique index once on article (channel_id)`,
    says: /^index once on article is not made by the migrations/,
    back: 'drop index once',
  },
  'an index that calls a function': {
    by: `create function calls(text) returns text language sql immutable return $1; create index calling on article (calls(title))`,
    says: /^index calling on article is not made by the migrations/,
    back: 'drop index calling; drop function calls',
  },
  'a sequence that gives other numbers': {
    by: `alter sequence article_id_seq increment 2`,
    says: /^sequence article_id_seq is /,
    back: 'alter sequence article_id_seq increment 1',
  },
  'an event trigger': {
    by: `create function on_ddl() returns event_trigger language plpgsql as 'begin end'; create event trigger watching on ddl_command_end execute function on_ddl()`,
    says: /^event trigger watching/,
    back: 'drop event trigger watching; drop function on_ddl',
  },
  'a table of another owner': {
    by: `alter table customer owner to $stranger`,
    says: /^customer belongs to \S+_stranger/,
    back: 'alter table customer owner to current_user',
  },
  'a right to change the record': {
    by: `grant update (title), delete on edition_version to $stranger`,
    says: /_stranger may DELETE edition_version/,
    back: 'revoke all on edition_version from $stranger',
  },
  'a right for everybody': {
    by: `grant insert on migration to public`,
    says: /^everybody may INSERT migration/,
    back: 'revoke all on migration from public',
  },
};

describe('the catalogue of a store', () => {
  test('[RC7] is as the migrations make it, in a schema that leaves nothing behind', async () => {
    expect(await verifyCatalogue(database)).toEqual({ problems: [], unfinished: '' });
    const { rows } = await database.owner.query(`select from pg_namespace where nspname = 'site_catalogue_check'`);
    expect(rows).toEqual([]);
  });

  test('[RC7] each change of it is found', async () => {
    const all = Object.values(changes);
    const run = async (statements: string[]) => {
      for (const statement of statements) await database.owner.query(statement.replaceAll('$stranger', stranger));
    };
    await run(all.map(({ by }) => by));
    const messages = await found();
    await run(all.map(({ back }) => back).reverse());
    const missed = Object.entries(changes).filter(([, { says }]) => !messages.some((message) => says.test(message)));
    expect(missed.map(([name]) => name)).toEqual([]);
    expect(await found()).toEqual([]);
  });

  test('[RC7] [DR3] what the firm’s own people add beside it is nothing', async () => {
    await database.owner.query(
      `create table reports (a int); create view report as select * from article; create index faster on article (source); grant select on article to ${stranger}`,
    );
    expect(await found()).toEqual([]);
    await database.owner.query(
      `drop table reports; drop view report; drop index faster; revoke all on article from ${stranger}`,
    );
  });
});

describe('how the server reads', () => {
  const connected = async <T>(settings: string[], work: (of: typeof database) => Promise<T>): Promise<T> => {
    const role = (await database.pool.query<{ role: string }>('select current_user as role')).rows[0]!.role;
    const on = `alter role ${role} in database ${database.name}`;
    for (const setting of settings) await database.owner.query(`${on} set ${setting}`);
    const { target, engine, owner } = database.reach;
    const other = await connectTo(target, engine, owner);
    try {
      return await work({ ...database, ...other });
    } finally {
      await other.close();
      await database.owner.query(`${on} reset all; drop schema if exists shadow cascade`);
    }
  };

  test('[RC7] a schema that stands before the store’s is found', async () => {
    await database.owner.query(
      `create schema shadow; create table shadow.setting as table setting; grant usage on schema shadow to public; grant select on shadow.setting to public`,
    );
    expect(await connected(['search_path = shadow, public'], found)).toContainEqual('table article is missing');
  });

  test('[RC7] one that stands before PostgreSQL’s own is found, and a setting that turns what statements do', async () => {
    expect(await connected(['search_path = public, pg_catalog', 'transform_null_equals = on'], found)).toEqual([
      'search_path begins with public, which hides what PostgreSQL brings',
      'transform_null_equals is on for the server’s role in this database',
    ]);
  });

  test('[DR3] one role that owns all is as good as two, and one that owns nothing is told what to do', async () => {
    const { owner, target, engine } = { ...database.reach, owner: database.reach.owner! };
    const alone = await connectTo(owner, engine);
    expect(await verifyCatalogue(alone).finally(() => alone.close())).toEqual({ problems: [], unfinished: '' });
    const server = await connectTo(target, engine);
    const { problems, unfinished } = await verifyCatalogue(server).finally(() => server.close());
    expect(problems).toEqual([]);
    expect(unfinished).toMatch(/OWNER_DATABASE_URL/);
  });
});
