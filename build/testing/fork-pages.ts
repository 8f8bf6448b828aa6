/** A page that a test adds to a fork (`createFork`). */
export const page = `---
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
export const codeFile = `
import steps from './brand-new/steps.ini?code'

<CodeFile src={steps} />
`

/** A private page of a fork. */
export const privatePage = `---
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
/** The words of `privatePage` that no public file may contain. */
export const privateWords = ['antimony', 'bismuth', 'cadmium', 'tellurium', 'Selenium', 'gallium', 'rhenium']
