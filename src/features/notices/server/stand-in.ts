import { sql } from 'kysely';
import type { NoticeLine } from '../wire.ts';

/** SI4: of a notice in a query, who stands in and for which days of Shanghai; null where it is not about that. */
export const STAND_IN = sql<NoticeLine['standIn']>`(select jsonb_build_object('substitute', name,
    'from', to_char(begins_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'),
    'until', to_char(ends_at at time zone 'Asia/Shanghai' - interval '1 day', 'YYYY-MM-DD'))
  from substitution join staff as stand_in on stand_in.staff_id = substitute_id
  where staff_notice.subject = 'substitution:' || substitution_id)`.as('stand_in');
