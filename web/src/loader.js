// SPDX-License-Identifier: MIT
// Unpacks the page's program and runs it. The policy knows its hash: another text would not run.
(async () => {
  try {
    const packed = document.getElementById('sotto-program').textContent;
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const script = document.createElement('script');
    script.textContent = await new Response(stream).text();
    document.body.append(script);
  } catch (fault) {
    const text = document.createElement('p');
    text.className = 'no-script';
    text.textContent = 'This browser is too old to unpack the page. The same report lies beside it as text, and the numbers of every figure as CSV.';
    document.getElementById('report').append(text);
    console.error(fault);
  }
})();
