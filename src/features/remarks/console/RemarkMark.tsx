import { CommentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { keyOfPlace, type PlaceProps } from '#console/editions/edition-place.ts';
import { openOf, remarksAt, useRemarks } from './use-remarks.ts';
import './remarks.css';

/** RM1: beside a place, the way to write a remark there, with the number of those that are open. */
export function RemarkMark({ edition: { editionId, isOpen: mayWrite }, place, title, isOpen, onOpen }: PlaceProps) {
  const { data } = useRemarks(editionId);
  if (!data) return null;
  const all = remarksAt(data.remarks, place);
  const open = openOf(all).length;
  if (!mayWrite || data.closed !== '')
    return all.length === 0 ? null : <span className="remark-mark quiet">{`批注 ${all.length}`}</span>;
  return (
    <Button
      type="text"
      size="small"
      className={open > 0 ? 'remark-mark has-remarks' : 'remark-mark'}
      icon={<CommentOutlined />}
      aria-label={`批注：${title}${open > 0 ? `，${open} 条未解决` : ''}`}
      aria-expanded={isOpen}
      title="写批注"
      data-remark-mark={keyOfPlace(place)}
      onClick={() => onOpen(!isOpen)}
    >
      {open > 0 ? open : null}
    </Button>
  );
}
