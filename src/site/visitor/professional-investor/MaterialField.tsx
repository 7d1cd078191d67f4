import {
  MATERIAL_NAMES,
  MATERIAL_TYPES,
  sayMaterials,
  type MaterialKind,
} from '#rules/people/professional-investor.ts';
import { fileSize } from '#rules/files/file-size.ts';
import { verbatim } from '#ui/script/active-script.ts';
import { Field, type FieldState } from './Field.tsx';
import type { RequiredMaterial, Chosen, RefusedFile } from './draft.ts';

interface MaterialFieldProps extends FieldState {
  asked: RequiredMaterial;
  /** an addition to what was sent: which kind it is of is left to the applicant */
  isAddition: boolean;
  /** chosen files of this kind */
  chosen: Chosen;
  refused: readonly RefusedFile[];
  onAdd: (kind: MaterialKind, files: File[]) => void;
  onRemove: (one: Chosen[number]) => void;
}

function sayNeed({ needed, or }: RequiredMaterial, isAddition: boolean): string {
  if (needed) return or.length > 0 ? `（与${sayMaterials(or)}任选其一）` : '（必传）';
  return isAddition ? '' : '（可选）';
}

/**
 * Files of one kind: chosen one after another or together, each can be taken away again. What cannot be sent is said at
 * once.
 */
export function MaterialField({ asked, isAddition, chosen, refused, onAdd, onRemove, ...state }: MaterialFieldProps) {
  const { kind } = asked;
  return (
    <Field {...state} label={MATERIAL_NAMES[kind] + sayNeed(asked, isAddition)}>
      {(shared) => (
        <>
          {/* the browser's own words would say that nothing is chosen, because the list below has it */}
          <span className="application__file">
            <input
              {...shared}
              type="file"
              multiple
              accept={[
                ...Object.values(MATERIAL_TYPES),
                ...Object.keys(MATERIAL_TYPES).map((ending) => `.${ending}`),
              ].join(',')}
              onChange={(event) => {
                const files = [...(event.target.files ?? [])];
                // the same file can be chosen again after it was taken away
                event.target.value = '';
                if (files.length > 0) onAdd(kind, files);
              }}
            />
            <span className="application__pick">选择文件</span>
            <span>可以多选，也可以拖到这里</span>
          </span>
          {chosen.length > 0 && (
            <ul className="application__files" aria-label={`已选择的${MATERIAL_NAMES[kind]}`}>
              {chosen.map((one) => (
                <li key={`${one.file.name} ${one.file.size} ${one.file.lastModified}`}>
                  <span translate="no">{one.file.name}</span>
                  <span>{fileSize(one.file.size)}</span>
                  <button type="button" aria-label={`移除 ${verbatim(one.file.name)}`} onClick={() => onRemove(one)}>
                    移除
                  </button>
                </li>
              ))}
            </ul>
          )}
          {/* always there: a region that comes together with its text is not announced */}
          <div role="status" className="application__refused">
            {refused.map(({ name, why }, at) => (
              <p key={at}>{`没有加入“${verbatim(name)}”：${why}`}</p>
            ))}
          </div>
        </>
      )}
    </Field>
  );
}
