/** A page that a test adds to a fork (`createForkedSite`). */
export const newPageText = `---
path: /brand-new
title: Brand new
description: A page that was added as one file and nothing else.
group: Werkstatt
published: 2026-11-21
---

## An unmistakable heading

Words about quicksilver.
`

/** Lines that show a code file when they are appended to a page. */
export const codeFileMdx = `
import steps from './brand-new/steps.ini?code'

<CodeFile src={steps} />
`

/** A private page of a fork. */
export const privatePageText = `---
path: /secret
title: Secret
description: What anybody may know of it.
published: 2026-11-21
---

## A heading like antimony

Words about [bismuth](https://cadmium.example/), and a \`tellurium\`.

| Selenium |
| --- |
| gallium |

\`\`\`bash
echo rhenium
\`\`\`
`
/** The words of `privatePageText` that no public file may contain. */
export const privatePageWords = ['antimony', 'bismuth', 'cadmium', 'tellurium', 'Selenium', 'gallium', 'rhenium']
