import { keyOfPlace, type PlaceProps } from '#console/editions/edition-place.ts';
import { RemarkForm } from './RemarkForm.tsx';
import { RemarkList } from './RemarkThread.tsx';
import { remarksAt, useRemarks } from './use-remarks.ts';
import './remarks.css';

/** RM1, RM5: below a place, what was remarked there, and the form of another remark. */
export function RemarksBelow({ edition, place, title, cells, isOpen, onOpen }: PlaceProps) {
  const { data, again } = useRemarks(edition.editionId);
  if (!data) return null;
  const own = remarksAt(data.remarks, place);
  if (own.length === 0 && !isOpen) return null;
  const close = (): void => {
    onOpen(false);
    // the focus goes back to where the form was opened
    document.querySelector<HTMLElement>(`[data-remark-mark="${CSS.escape(keyOfPlace(place))}"]`)?.focus();
  };
  return (
    <div className="remarks-below">
      <RemarkList edition={edition} remarks={own} isAtPlace again={again} />
      {isOpen && data.closed === '' && (
        <RemarkForm edition={edition} place={place} title={title} cells={cells ?? []} again={again} onClose={close} />
      )}
    </div>
  );
}
