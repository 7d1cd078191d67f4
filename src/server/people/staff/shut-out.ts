import { findKept, keep } from '../../db/kept.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';

/** Name in the table `kept`: ids of staff who stay suspended and cannot be restored in the console. */
const NAME = 'staff.shut-out';

/** LS10: these stay suspended until letIn. */
export async function shutOut(db: Db, staffIds: readonly number[]): Promise<void> {
  await keep(db, NAME, JSON.stringify(staffIds));
}

export async function letIn(db: Db): Promise<void> {
  await db.deleteFrom('kept').where('name', '=', NAME).execute();
}

/** LS10. @throws Refused invalidInput for somebody who is shut out */
export async function assertNotShutOut(db: Db, staffId: number): Promise<void> {
  const stored = await findKept(db, NAME);
  if (stored !== undefined && (JSON.parse(stored) as number[]).includes(staffId))
    throw new Refused(
      'invalidInput',
      '演示已关闭（DEMO=off）：演示账号和由演示账号添加的账号不能恢复，也不能重置密码；请为本人添加新的账号',
    );
}
