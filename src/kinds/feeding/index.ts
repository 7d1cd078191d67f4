import { date, integer, object, text, type ValueOf } from '#page/schema-words.ts';
import { defineKind } from '../define-kind.ts';
import { words } from './words.ts';

/** minutes that a delivery waits, visible and stoppable, before it becomes public */
export const USUAL_WAIT = 10;
/** per cent, of a new rule */
export const USUAL_SHARE = 10;

const schema = object({
  title: text({ title: '登记表', description: '登记表的标题' }),
  program: text({ title: '程序', description: '令牌的名称' }),
  token: integer({ title: '令牌', minimum: 1, description: '用哪个令牌报送' }),
  share: integer({
    title: '变动上限（%）',
    minimum: 1,
    maximum: 100,
    description: '20 小时内变动的行合计不超过登记表的百分之几',
  }),
  until: date({ title: '截止日期' }),
  wait: integer({
    title: '等待（分钟）',
    minimum: 1,
    maximum: 1_440,
    default: USUAL_WAIT,
    description: '收到后等待多久再发布，其间可以停止',
  }),
});

/** FD3: what of a register may become public without being approved each time. */
export type FeedingRule = ValueOf<typeof schema>;

/** The rule of a register that a program feeds, by the register's name. */
export const feeding = defineKind({
  name: 'feeding',
  title: '报送规则',
  schema,
  id: /^[a-z0-9][a-z0-9-]{0,99}$/,
  right: 'page.change',
  tables: { feeding_rule: { identity: ['register'], content: ['register', 'rule'], reasoned: true } },
  comparedBy: 'field',
  words,
  form: { right: 'page.change' },
});
