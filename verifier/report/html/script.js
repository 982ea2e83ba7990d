'use strict';
(() => {
  for (const finding of document.querySelectorAll('.finding')) {
    const steps = [...finding.querySelectorAll('.step')];
    const controls = finding.querySelector('.controls');
    const moves = [...finding.querySelectorAll('[data-step]')];
    let current = steps.length - 1;
    const show = (step) => {
      current = Math.max(0, Math.min(steps.length - 1, step));
      steps.forEach((figure, index) => { figure.hidden = index !== current; });
      moves.forEach((move, index) => {
        if (index === current) move.setAttribute('aria-current', 'step');
        else move.removeAttribute('aria-current');
      });
      if (!controls) return;
      controls.querySelector('output').textContent = steps[current].dataset.label;
      for (const button of controls.querySelectorAll('button')) {
        const back = button.dataset.go === 'first' || button.dataset.go === 'back';
        // Not "disabled": the focus would be lost.
        button.setAttribute('aria-disabled', String(current === (back ? 0 : steps.length - 1)));
      }
    };
    const go = (where) => show({first: 0, back: current - 1, forward: current + 1,
                                last: steps.length - 1}[where]);
    finding.step = go;
    if (!controls) continue;
    controls.hidden = false;
    moves.forEach((move, index) => {
      move.disabled = false;
      move.addEventListener('click', () => show(index));
    });
    for (const button of controls.querySelectorAll('button'))
      button.addEventListener('click', () => go(button.dataset.go));
    show(current);
  }
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches('input')) return;
    const where = {ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last'}[event.key];
    const finding = document.querySelector('.finding:target');
    if (!where || !finding || finding.querySelectorAll('.step').length < 2) return;
    finding.step(where);
    event.preventDefault();
  });
  for (const button of document.querySelectorAll('.copy-button')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const range = document.createRange();
      range.selectNodeContents(button.previousElementSibling);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      // The older way: it works in a file that was opened from disk, too.
      if (!document.execCommand('copy')) return;
      button.textContent = 'copied';
      setTimeout(() => { button.textContent = 'copy'; }, 1500);
    });
  }
  const search = document.getElementById('search');
  search.hidden = false;
  const rows = [...document.querySelectorAll('.rows tbody tr')];
  search.addEventListener('input', () => {
    const wanted = search.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
})();
