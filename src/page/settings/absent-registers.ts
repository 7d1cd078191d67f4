import { list, object, text, type ValueOf } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

const value = list(
  object({
    register: text({
      title: '登记表的代码',
      maxLength: 60,
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      hint: '由小写字母、数字和连字符组成',
    }),
    title: text({ title: '登记表', maxLength: 100, pattern: '\\S' }),
  }),
  { title: '登记表', maxItems: 200 },
);

/** Registers, each with the title by which the mark was approved. */
export type AbsentRegisters = ValueOf<typeof value>;

/** SU24: prepared registers of businesses that the firm does not have. */
export const absentRegistersSetting = defineSetting<AbsentRegisters>({
  name: 'registers.absent',
  group: 'firm',
  title: '本公司没有的业务',
  value,
});
