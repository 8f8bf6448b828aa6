import { DamagedRowsNote } from '../../ui/note/damaged-note.tsx'
import { KitchenFrame } from './kitchen-frame.tsx'
import { MenuEditor } from './menu/menu-editor.tsx'
import './menu/menu.css'

/** The screen of `/kitchen/:slug/menu`: the menu editor. */
export const Screen = () => (
  <KitchenFrame tab="menu">
    {(page) => (
      <>
        <DamagedRowsNote rows={page.kitchen.damaged} kind={['dish', 'dishes']} />
        <MenuEditor {...page} />
      </>
    )}
  </KitchenFrame>
)
