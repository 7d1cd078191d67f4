/** Not every screen reader says that something is inserted: the words do. */
export function Piece({ how, text }: { how: 'same' | 'removed' | 'added'; text: string }) {
  if (text === '') return null;
  if (how === 'same') return <span>{text}</span>;
  const Mark = how === 'added' ? 'ins' : 'del';
  return (
    <Mark>
      <span className="unseen">{how === 'added' ? '［新增］' : '［删除］'}</span>
      {text}
    </Mark>
  );
}
