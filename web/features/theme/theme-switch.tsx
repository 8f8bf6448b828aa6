import { themeKey } from '#contract/storage-keys.ts'
import { storage } from '../../device/storage.ts'
import { readSystemTheme, readTheme, setBarTheme } from '../../device/theme.ts'
import { Icon } from '../../ui/icon.tsx'

/**
 * The switch between the day and night themes. The page follows the system until the reader chooses a theme. If the
 * reader chooses the theme of the system, the stored choice is removed. The inline script applies a stored choice
 * before the first paint (web/inline-script.ts). Both icons are in the HTML, and the style sheet shows the right one.
 */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      className="theme-switch round-button needs-scripts"
      aria-label="Change between day and night"
      onClick={toggle}
    >
      <Icon name="sun" />
      <Icon name="moon" />
    </button>
  )
}

function toggle() {
  const root = document.documentElement
  const next = readTheme() === 'night' ? 'day' : 'night'
  const isSystem = next === readSystemTheme()
  if (isSystem) delete root.dataset.theme
  else root.dataset.theme = next
  setBarTheme(next)
  if (isSystem) storage.remove(themeKey)
  else storage.set(themeKey, next)
}
