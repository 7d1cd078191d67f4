import { MATERIAL_NAMES, MATERIAL_TYPES, type MaterialKind } from '#rules/professional-investor.ts';
import { fileSize } from '#rules/file-size.ts';
import { verbatim } from '#ui/script/active-script.ts';
import { Field, type FieldState } from './Field.tsx';
import type { Chosen } from './draft.ts';

interface MaterialFieldProps extends FieldState {
  kind: MaterialKind;
  needed: boolean;
  /** of all kinds */
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

/** Files of one kind: chosen one after another or together, each can be taken away again. */
export function MaterialField({ kind, needed, chosen, onChange, ...state }: MaterialFieldProps) {
  const own = chosen.filter((one) => one.kind === kind);
  return (
    <Field {...state} label={`${MATERIAL_NAMES[kind]}${needed ? '（必传）' : '（可选）'}`}>
      {(shared) => (
        <>
          {/* the browser's own words would say that nothing is chosen, because the list below has it */}
          <span className="application__file">
            <input
              {...shared}
              type="file"
              multiple
              accept={[...Object.values(MATERIAL_TYPES), ...Object.keys(MATERIAL_TYPES).map((ending) => `.${ending}`)].join(',')}
              onChange={(event) => {
                const added = [...(event.target.files ?? [])].map((file) => ({ kind, file }));
                // the same file can be chosen again after it was taken away
                event.target.value = '';
                onChange([...chosen, ...added]);
              }}
            />
            <span className="application__pick">选择文件</span>
            <span>可以多选，也可以拖到这里</span>
          </span>
          {own.length > 0 && (
            <ul className="application__files" aria-label={`已选择的${MATERIAL_NAMES[kind]}`}>
              {own.map((one) => (
                <li key={one.file.name + one.file.lastModified}>
                  <span translate="no">{one.file.name}</span>
                  <span>{fileSize(one.file.size)}</span>
                  <button type="button" aria-label={`移除 ${verbatim(one.file.name)}`} onClick={() => onChange(chosen.filter((other) => other !== one))}>
                    移除
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  );
}
