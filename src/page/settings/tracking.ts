import { text } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

/**
 * TK1: where page views are sent, scheme, host and port only; '' sends none. Asked for as web parameter sys.tracking.
 */
export const trackingSetting = defineSetting({
  name: 'webparam.sys.tracking',
  group: 'site',
  title: '页面浏览统计的收集地址',
  value: text({
    maxLength: 200,
    pattern: '^(https?://[a-z0-9][a-z0-9.-]*(:[0-9]{1,5})?)?$',
    hint: '不带路径的网址，如 https://stats.example.com，或留空',
  }),
});
