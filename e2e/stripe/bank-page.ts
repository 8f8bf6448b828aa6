// This script runs on the page of a card's bank, which asks the customer for confirmation. The script sends the answer
// to Stripe, and notifies the page that contains the bank's frame. It enables the buttons, because a press that comes
// before the script would be lost.

const query = new URLSearchParams(location.search)

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', async () => {
    const body = new URLSearchParams({ outcome: button.value })
    for (const name of ['key', 'client_secret']) body.set(name, query.get(name) ?? '')
    const address = `https://api.stripe.com/v1/3ds2/${query.get('payment_intent')}/authenticate`
    await fetch(address, { method: 'POST', body }).catch(() => {})
    parent.postMessage('answered', '*')
  })
  button.disabled = false
}

export {}
