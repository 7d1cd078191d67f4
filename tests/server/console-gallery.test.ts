import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { widgets } from '#widgets/index.ts';
import { addPerson } from '#server/people/staff/accounts.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { startSite, type TestSite } from '../world/site.ts';

let site: TestSite;
let cookie: string;
beforeAll(async () => {
  site = await startSite({ siteUrl: 'http://localhost' });
  const staffId = (await addPerson(site.database.db, { account: 'developer', name: '某', grants: [] }))!;
  await site.database.db.updateTable('staff').set({ must_change: false }).execute();
  cookie = `console=${await beginSession(site.database.db, staffId, '127.0.0.1')}`;
});
afterAll(() => site.end());

async function ask(path: string) {
  const answer = await site.app.inject({ url: `/console/api${path}`, headers: { host: 'localhost', cookie } });
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
}

describe('[WG4] the gallery', () => {
  test('holds every registered widget with its example and the schema of its props', async () => {
    const { data } = JSON.parse((await ask('/widgets')).body) as {
      data: { name: string; title: string; schema: { type: string }; example: { props: unknown } }[];
    };
    expect(data.map(({ name }) => name)).toEqual(widgets.map(({ name }) => name).sort());
    for (const { name, schema, example } of data)
      expect([schema.type, example.props !== undefined], name).toEqual(['object', true]);
  });

  test.each(widgets.map(({ name }) => name))(
    '%s is drawn from its example, as a page that runs nothing and that the console alone may frame',
    async (name) => {
      const { status, body, headers } = await ask(`/widgets/${name}/page`);
      expect(status).toBe(200);
      expect(body).toContain('class="block"');
      expect(body).not.toMatch(/<script|内容暂时无法显示/);
      expect(headers['content-security-policy']).toContain(`frame-ancestors 'self'; sandbox`);
    },
  );

  test('other props draw it otherwise; wrong ones are told by where they stand', async () => {
    const withProps = (props: unknown) =>
      ask(
        `/widgets/article-list/page?props=${encodeURIComponent(typeof props === 'string' ? props : JSON.stringify(props))}`,
      );
    expect((await withProps({ summaries: true })).body).toContain('如有冒用');
    expect((await withProps({ summaries: false })).body).not.toContain('如有冒用');
    const wrong = await withProps({ dates: 'left', shine: true });
    expect(wrong.status).toBe(422);
    expect(
      (JSON.parse(wrong.body) as { data: { problems: { pointer: string; code: string }[] } }).data.problems
        .map(({ pointer, code }) => `${pointer} ${code}`)
        .sort(),
    ).toEqual(['/dates not-a-choice', '/shine unknown-field']);
    const check = await ask(`/widgets/article-list/check?props=${encodeURIComponent('{"dates":"left"}')}`);
    expect((JSON.parse(check.body) as { data: { problems: unknown[] } }).data.problems).toHaveLength(1);
    expect(JSON.parse((await ask('/widgets/article-list/check')).body)).toMatchObject({ data: { problems: [] } });
    expect((await withProps('{')).status).toBe(422);
    expect((await ask('/widgets/constructor/page')).status).toBe(422);
  });
});
