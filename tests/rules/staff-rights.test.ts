import { describe, expect, test } from 'vitest';
import {
  mayDo,
  mayDoSomewhere,
  ROLES,
  STAFF_RIGHTS,
  WHOLE_SITE,
  type Role,
  type StaffRight,
} from '#rules/people/staff-rights.ts';
import { passwordProblem } from '#rules/people/password-rule.ts';

/** Rights of each role, written down a second time: a change of the table has to be meant. */
const ALLOWED: Record<Role, StaffRight[]> = {
  editor: ['content.read', 'content.write', 'content.remove'],
  reviewer: ['content.read', 'content.review', 'content.return'],
  publisher: ['content.read', 'content.return', 'content.publish'],
  'channel-admin': [
    'content.read',
    'content.write',
    'channel.change',
    'page.change',
    'setting.change',
    'content.remove',
    'site.set-up',
  ],
  'system-admin': ['site.set-up', 'people.read', 'people.change', 'record.read'],
  auditor: ['content.read', 'people.read', 'record.read'],
};

const NEWS = ['0001000200010002', '000100020001'];
const COMPANY_NEWS = ['00010002000100020001', ...NEWS];
const SERVICE = ['0001000200010005', '000100020001'];

describe('rights of the console', () => {
  test.each(ROLES)('%s for the whole site: these acts and no others, everywhere', (role) => {
    const grants = [{ role, channelId: '' }];
    for (const lines of [[WHOLE_SITE], [NEWS], [NEWS, SERVICE], []])
      expect(
        STAFF_RIGHTS.filter((act) => mayDo(grants, act, lines)),
        JSON.stringify(lines),
      ).toEqual(STAFF_RIGHTS.filter((act) => ALLOWED[role].includes(act)));
  });

  const OF_CHANNELS: StaffRight[] = [
    'content.read',
    'content.write',
    'content.review',
    'content.return',
    'content.publish',
    'channel.change',
    'page.change',
  ];

  test.each(ROLES)(
    '%s for a channel: there and below, not beside, not above, not for what concerns the whole site',
    (role) => {
      const grants = [{ role, channelId: NEWS[0]! }];
      const there = STAFF_RIGHTS.filter((act) => ALLOWED[role].includes(act) && OF_CHANNELS.includes(act));
      const allowedIn = (lines: (readonly string[])[]) => STAFF_RIGHTS.filter((act) => mayDo(grants, act, lines));
      expect(allowedIn([NEWS])).toEqual(there);
      expect(allowedIn([COMPANY_NEWS])).toEqual(there);
      for (const lines of [[SERVICE], [['000100020001']], [WHOLE_SITE], [], [COMPANY_NEWS, SERVICE]])
        expect(allowedIn(lines), JSON.stringify(lines)).toEqual([]);
      expect(STAFF_RIGHTS.filter((act) => mayDoSomewhere(grants, act))).toEqual(there);
    },
  );

  test('several channels are each looked at, and several roles add up', () => {
    const grants = [
      { role: 'editor' as const, channelId: NEWS[0]! },
      { role: 'editor' as const, channelId: SERVICE[0]! },
    ];
    expect(mayDo(grants, 'content.write', [COMPANY_NEWS, SERVICE])).toBe(true);
    expect(mayDo(grants, 'content.review', [COMPANY_NEWS])).toBe(false);
  });

  test('nobody without a role may do anything', () => {
    for (const act of STAFF_RIGHTS)
      expect([mayDo([], act, [NEWS]), mayDo([], act, [WHOLE_SITE]), mayDoSomewhere([], act)]).toEqual([
        false,
        false,
        false,
      ]);
  });
});

describe('passwords of the console', () => {
  test.each([
    ['short', '密码至少 12 个字符，现在是 5 个'],
    ['x'.repeat(129), '密码最多 128 个字符'],
    ['aaaaaaaaaaaab', '密码中不同的字符太少，请换一个不容易猜到的'],
    ['my-li.min-secret', '密码不能包含账号或姓名'],
    ['ＬＩ．ＭＩＮ-2026-xyz', '密码不能包含账号或姓名'],
    ['Password12345', '密码由常见的词组成，请换一个不容易猜到的'],
    ['correct horse battery', ''],
    ['春眠不觉晓处处闻啼鸟夜来', ''],
  ])('%s: %s', (password, problem) => {
    expect(passwordProblem(password, ['li.min', '李敏'])).toBe(problem);
  });
});
