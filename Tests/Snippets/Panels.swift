import Panel

/// The landing page of `Panel`: the light is on while the button is held down.
func follow(_ button: any Button, with light: any Indicator) async {
  for await event in button.events {
    await light.set(event == .pressed ? .on : .off)
  }
  await light.close()
}
