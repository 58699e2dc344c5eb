// A button at each block of code that copies it. Without scripts, or without access to the clipboard, a reader selects the text.
for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    button.textContent = await navigator.clipboard.writeText(block.textContent ?? '').then(
      () => 'Copied',
      () => 'Not allowed',
    )
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  if (navigator.clipboard) block.parentElement?.append(button)
}
