import { dataDateProblem } from '#rules/data-date.ts';
import { shanghaiDate } from '#rules/shanghai-date.ts';
import { PublicationRefused } from '../../store/publication-problems.ts';
import type { Published } from '../../store/new-publication.ts';
import { publish } from '../../store/publish.ts';
import type { Database } from '../../db/connect.ts';
import { otherDate, type StatedDate } from './data-date.ts';
import { dryRun, type DryRun } from './dry-run.ts';
import { holdRegister } from './import-lock.ts';
import { ImportRefused, type Difference, type ImportReport, type Vanishing } from './import-report.ts';
import { reportText } from './report-text.ts';

export interface PublishedImport {
  report: ImportReport;
  published: Published;
  dataDate: string;
}

export interface ImportPublication {
  /** yyyy-mm-dd that the rows are true at; null: as the file says (VA6), else today */
  dataDate: string | null;
  department: string;
  writtenBy: string;
  approvedBy: string;
}

/**
 * RG6: checks a file as a dry run does and publishes its rows, all or nothing, while no one else can import this
 * register. RD6: where public rows go, `source.confirmRemoved` is their number.
 * @throws ImportRefused with the report, ImportBusy naming the holder, PublicationRefused (who, when), SheetRefused; nothing is
 * changed then
 */
export async function publishImport(
  database: Pick<Database, 'db' | 'connect' | 'freeSpace'>,
  source: Omit<DryRun, 'db'>,
  publication: ImportPublication,
): Promise<PublishedImport> {
  const { definition } = source;
  const today = shanghaiDate(Date.now());
  const message = publication.dataDate === null ? null : dataDateProblem(publication.dataDate, today);
  if (message) throw new PublicationRefused([{ change: null, message }]);
  const release = await holdRegister(database, definition, publication.writtenBy);
  try {
    const { report, rows } = await dryRun({ ...source, db: database.db });
    const gone = unconfirmed(report.difference, source.confirmRemoved);
    if (report.publishable && gone) Object.assign(report, { vanishing: gone, publishable: false });
    if (!report.publishable) throw new ImportRefused(report, reportText(report));
    const { department, writtenBy, approvedBy } = publication;
    const { dataDate, remarks } = dateToPublish(publication.dataDate, report.dataDate, today);
    report.remarks.push(...remarks);
    const published = await publish(database, {
      title: `导入登记表“${definition.title}”：${report.file}，数据日期 ${dataDate}`,
      writtenBy,
      approvedBy,
      changes: [{ kind: 'rows', document: { definition, rows, dataDate, department } }],
    });
    return { report, published, dataDate };
  } finally {
    await release();
  }
}

/** RD6: whoever publishes past the review says how many public rows go, however few; null: it was said, or none goes. */
function unconfirmed(difference: Difference | null, confirmed: number | undefined): Vanishing | null {
  const { removed, publicRows } = difference ?? { removed: 0, publicRows: 0 };
  return removed === 0 || confirmed === removed ? null : { removed, publicRows, confirmed: false };
}

/** VA6: the day that is published, and what is said of it. @param given by whoever publishes */
function dateToPublish(
  given: string | null,
  stated: StatedDate,
  today: string,
): { dataDate: string; remarks: string[] } {
  if (given !== null) return { dataDate: given, remarks: otherDate(stated, given) };
  if (stated.value === '') return { dataDate: today, remarks: [`文件中没有写数据日期，用今天 ${today}`] };
  if (dataDateProblem(stated.value, today) !== null)
    return { dataDate: today, remarks: [`文件的数据日期 ${stated.value}（${stated.reason}）不能用，用今天 ${today}`] };
  return { dataDate: stated.value, remarks: [`数据日期 ${stated.value}，${stated.reason}`] };
}
