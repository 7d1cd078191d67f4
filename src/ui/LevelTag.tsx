import { productLevelName } from '#rules/risk-access.ts';
import { Tag } from './Tag.tsx';

/** Of a restricted item its level is public (RK6): whoever may read it sees so before opening it. */
export function LevelTag({ level }: { level: string }) {
  return <Tag look="warn">{productLevelName(level)}级可读</Tag>;
}
