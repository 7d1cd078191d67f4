import { productLevelName } from '#rules/people/risk-access.ts';
import { Tag } from './Tag.tsx';

/** The level of a restricted item is public (RK6), so readers see it before opening the item. */
export function LevelTag({ level }: { level: string }) {
  return <Tag look="warn">{productLevelName(level)}级可读</Tag>;
}
