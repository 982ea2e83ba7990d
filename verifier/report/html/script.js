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
  const keys = document.getElementById('keys');
  const links = [...document.querySelectorAll('.card > a:first-child')];
  // By the content of the page, not by numbers: cards are grouped.
  const findingsBeside = (by) => {
    const at = links.findIndex((link) => link.hash === location.hash);
    const next = at < 0 ? (by > 0 ? 0 : -1) : at + by;
    if (links[next]) location.hash = links[next].hash;
  };
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches('input')) return;
    if (keys.open) return;
    const finding = document.querySelector('.finding:target');
    const where = {ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last'}[event.key];
    if (event.key === 'n') findingsBeside(1);
    else if (event.key === 'p') findingsBeside(-1);
    else if (event.key === '?') keys.showModal();
    else if (event.key === 'Escape' && finding) location.hash = '#overview';
    else if (where && finding && finding.querySelectorAll('.step').length > 1) finding.step(where);
    else return;
    event.preventDefault();
  });
  // A keyboard user continues from the page that is shown.
  addEventListener('hashchange', () => {
    const title = document.querySelector('.finding:target h1');
    if (!title) return;
    title.tabIndex = -1;
    title.focus({preventScroll: true});
  });
  for (const button of document.querySelectorAll('.copy-button')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const range = document.createRange();
      range.selectNodeContents(button.previousElementSibling);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      // The older method: it works in a file opened from disk, too.
      if (!document.execCommand('copy')) return;
      button.textContent = 'copied';
      setTimeout(() => { button.textContent = 'copy'; }, 1500);
    });
  }
  const search = document.getElementById('search');
  search.hidden = false;
  const rows = [...document.querySelectorAll('.rows tbody tr')];
  const noHit = document.querySelector('.no-hit');
  const filter = () => {
    const wanted = search.value.toLowerCase();
    for (const row of rows)
      // "finding 1" is not a part of "finding 12".
      row.hidden = !`${row.textContent.toLowerCase()} `.includes(wanted);
    noHit.hidden = !wanted || rows.some((row) => row.offsetHeight > 0);
  };
  search.addEventListener('input', filter);
  for (const choice of document.querySelectorAll('.rows input[type=radio]'))
    choice.addEventListener('change', filter);
  for (const link of document.querySelectorAll('[data-rows-of]'))
    link.addEventListener('click', () => {
      search.value = `${link.dataset.rowsOf} `;
      document.getElementById('show-all').checked = true;
      // Leaves the page of a finding first: hidden rows have no height.
      setTimeout(filter);
    });
})();
