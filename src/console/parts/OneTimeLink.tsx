import { ShownOnce } from './ShownOnce.tsx';

/** A link by which a person sets a password, which is shown now and never again. */
export const OneTimeLink = ({ link, name }: { link: string; name: string }) => (
  <ShownOnce
    title={`请把这个链接交给${name}`}
    label="设置密码的一次性链接"
    value={link}
    copyLabel="复制链接"
    description="打开链接即可设置密码。链接只在这里显示一次，48 小时内有效，用过即失效；请当面或通过内部通讯交给本人，不要经他人转交。遗失时可重新生成。"
  />
);
