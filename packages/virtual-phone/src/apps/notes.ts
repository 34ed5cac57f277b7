/**
 * The notes app, `com.example.notes`. List (`.NotesActivity`, title "Notes"): rows `note_title` with `note_preview`
 * (first: "Shopping list", "Grüße aus Köln", "日本語のメモ", "Emoji 🎉👩‍👩‍👧", "مرحبا بالعالم"), button `new_note` "New
 * note", `empty` when there is none. A long press on a row asks whether to delete it (`android:id/button1` "Delete").
 * Editor (`.EditorActivity`, title "Edit note"): fields `title_field` (at most 40 characters) and `body_field` (several
 * lines), `length` "12 characters", `save`, `locked_field` that is disabled. Saving logs `Notes: saved` and goes back.
 */
import { type ActivityDefinition, type AppDefinition, dataKey, type Screen } from '../phone/app-types.ts';
import type { ViewSpec } from '../phone/view-spec.ts';
import { button, column, field, list, note, row, text } from '../phone/widgets.ts';

interface Note {
  title: string;
  body: string;
}

const notesKept = dataKey<Note[]>('notes', () => [
  { title: 'Shopping list', body: 'Bread\nMilk\n2 lemons & "salt"' },
  { title: 'Grüße aus Köln', body: 'Schöne Grüße, bis Samstag!' },
  { title: '日本語のメモ', body: '明日は晴れです。' },
  { title: 'Emoji 🎉👩‍👩‍👧', body: 'A family: 👩‍👩‍👧 and a flag: 🇩🇪' },
  { title: 'مرحبا بالعالم', body: 'نص من اليمين إلى اليسار' },
]);

function askDelete(screen: Screen, index: number): void {
  const notes = screen.data(notesKept);
  screen.dialog({
    title: 'Delete note?',
    message: `"${notes[index]?.title ?? ''}" will be deleted.`,
    negative: { text: 'Cancel' },
    positive: { text: 'Delete', onTap: () => void notes.splice(index, 1) },
  });
}

const notesScreen: ActivityDefinition = {
  name: 'com.example.notes.NotesActivity',
  exported: true,
  launcher: true,
  title: 'Notes',
  create: (screen) => {
    const notes = screen.data(notesKept);
    const noteRow = (index: number): ViewSpec => {
      const at = notes[index];
      const words = [
        text(at?.title ?? '', { id: 'note_title', style: { sizeSp: 17, bold: true } }),
        note(at?.body.split('\n')[0] ?? '', { id: 'note_preview' }),
      ];
      return column(words, {
        id: 'note_row',
        paddingDp: [20, 12, 20, 12],
        gapDp: 4,
        onTap: () => screen.start('.EditorActivity', { index: String(index) }),
        onLongTap: () => askDelete(screen, index),
      });
    };
    return () =>
      column(
        [
          notes.length > 0
            ? list('note_list', { count: notes.length, rowHeightDp: 76, row: noteRow })
            : note('No notes yet', { id: 'empty', paddingDp: 20, weight: 1 }),
          row([button('New note', () => screen.start('.EditorActivity'), { id: 'new_note' })], {
            paddingDp: 20,
          }),
        ],
        { height: 'fill' },
      );
  },
};

const editorScreen: ActivityDefinition = {
  name: 'com.example.notes.EditorActivity',
  exported: true,
  launcher: false,
  resizes: true,
  title: 'Edit note',
  create: (screen) => {
    const notes = screen.data(notesKept);
    const index = Number(screen.extras['index'] ?? notes.length);
    const start = notes[index] ?? { title: '', body: '' };
    let { body } = start;
    const save = (): void => {
      notes[index] = {
        title: screen.fieldText('title_field') || 'Untitled',
        body: screen.fieldText('body_field'),
      };
      screen.log('I', 'Notes', `saved note ${index} (${body.length} characters)`);
      screen.toast('Saved');
      screen.finish();
    };
    const typed = (value: string): void => {
      body = value;
    };
    return () =>
      column(
        [
          field('title_field', 'Title', { field: { initial: start.title, maxLength: 40 } }),
          field('body_field', 'Write something', {
            field: { initial: start.body, multiLine: true, onChange: typed },
            minHeightDp: 160,
          }),
          note(`${[...body].length} characters`, { id: 'length' }),
          field('locked_field', 'Category', { enabled: false, field: { initial: '' } }),
          button('Save', save, { id: 'save' }),
        ],
        { paddingDp: 20, gapDp: 12 },
      );
  },
};

export const notes: AppDefinition = {
  packageName: 'com.example.notes',
  label: 'Notes',
  uid: 10_143,
  versionName: '2.1',
  versionCode: 21,
  debuggable: true,
  system: false,
  permissions: {},
  activities: [notesScreen, editorScreen],
};
