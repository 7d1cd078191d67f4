import { list, object, text, type ValueOf } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

export const MOST_OLD_ADDRESSES = 20_000;

const value = object({
  hosts: list(
    text({
      title: '网站',
      maxLength: 200,
      pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\\d{1,5})?$',
      hint: '小写的域名，如 group.example.com',
    }),
    { title: '可以转到的其他网站', maxItems: 20 },
  ),
  lines: list(text({ title: '旧地址 新地址', maxLength: 2000 }), { title: '旧地址', maxItems: MOST_OLD_ADDRESSES }),
});

/** OA1: where visitors of a former site's addresses are led. */
export type OldAddresses = ValueOf<typeof value>;

/** MOST_OLD_ADDRESSES of some hundred characters each */
const MOST_BYTES = 3 * 1024 * 1024;

export const oldAddressesSetting = defineSetting<OldAddresses>({
  name: 'old.addresses',
  group: 'site',
  title: '旧地址',
  value,
  mostBytes: MOST_BYTES,
});
