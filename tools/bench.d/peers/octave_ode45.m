% GNU Octave's ode45 with a largest step. Called as the other peers are:
%   octave-cli octave_ode45.m SCENARIOS.csv TOLERANCE STEP_US VARIANT [SECONDS]
% Units are um, ms, N and kg, so that one tolerance serves all states. Quantizers round wherever the method looks;
% beginnings and ends of contacts are terminal events. Measures come from the steps, joined by straight lines on a
% grid of 0.05 us.
1;
warning('off', 'all');  % ode45 warns of every terminal event

function dy = motion(y, s, docking, hil, slope_docking, slope_hil)
  ideal = 0;
  if docking && y(1) > 0
    ideal = max(s.stiffness * y(1) ^ 1.5 * (1 + slope_docking * y(2)), 0);
  end
  shown = s.micron * round(y(5) / s.micron);
  force = 0;
  if hil && shown > 0
    force = max(s.stiffness * shown ^ 1.5 * (1 + slope_hil * y(6)), 0);
  end
  measured = s.newton * round(y(7) / s.newton);
  dy = [y(2); -ideal * s.inverse_mass; y(4); -measured * s.inverse_mass;
        y(6); s.w * (s.w * (y(3) - y(5)) - 2 * s.zeta * y(6));
        y(8); s.wf * (s.wf * (force - y(7)) - 2 * s.zetaf * y(8))];
end

function e = rest(y, s)
  e = (s.wf * y(7)) ^ 2 + y(8) ^ 2 - (0.5 * s.wf * s.newton) ^ 2;
end

% Separation of the docking model; the next event of the HIL contact; the sensor coming to rest.
function [value, stop, way] = happenings(y, s, docking, hil, parting)
  value = [y(1); y(5) - 0.5 * s.micron; rest(y, s)];
  stop = [docking; 1; parting];
  way = [-1; 1 - 2 * hil; -1];
end

function m = measures(docking, hil, unit)
  e = hil - docking;
  peak = max(docking); area = sum(docking);
  m = [peak * unit, max(hil) * unit, max(e) * unit, 100 * max(e) / peak, 100 * (max(hil) - peak) / peak, ...
       100 * (sum(abs(hil)) - area) / area, 100 * sum(abs(e)) / area];
end

function row = simulate(x, tolerance, step)
  s = struct('inverse_mass', 1 / x(1), 'velocity', x(2) * 1e3, 'stiffness', x(3) * 1e-9, 'chi', x(4), ...
             'w', x(5) * 1e-3, 'zeta', x(6), 'micron', x(7) * 1e6, 'wf', x(8) * 1e-3, 'zetaf', x(9), 'newton', x(10));
  y = [0; s.velocity; 0; s.velocity; -2 * s.zeta / s.w * s.velocity; s.velocity; 0; 0];
  t = 0; docking = true; hil = false; slope_docking = s.chi / s.velocity; slope_hil = 0;
  after_docking = NaN; after_hil = NaN; begin_hil = NaN; end_hil = NaN; end_docking = NaN;
  times = []; states = []; ideals = [];
  while isnan(after_docking) || isnan(after_hil)
    parting = ! hil && y(4) < 0 && isnan(after_hil);
    if parting && rest(y, s) <= 0
      after_hil = y(4);
      continue
    end
    options = odeset('RelTol', 1e-12, 'AbsTol', tolerance * 100, 'MaxStep', step, 'InitialStep', step, 'Refine', 1, ...
                     'Events', @(~, z) happenings(z, s, docking, hil, parting));
    [at, run, ~, ~, which] = ode45(@(~, z) motion(z, s, docking, hil, slope_docking, slope_hil), [t, t + 50], y, options);
    depth = max(run(:, 1), 0) * docking;
    ideals = [ideals; max(s.stiffness * depth .^ 1.5 .* (1 + slope_docking * run(:, 2)), 0)];
    times = [times; at]; states = [states; run];
    t = at(end); y = run(end, :)';
    if isempty(which), error('no event'); end
    switch which(end)
      case 1
        docking = false; end_docking = t; after_docking = y(2);
      case 2
        hil = ! hil;
        if hil
          slope_hil = s.chi / max(y(6), 1e-3 * s.velocity);
          if isnan(begin_hil), begin_hil = t; end
        else
          press = 1 + slope_hil * run(:, 6);
          end_hil = at(find(press > 0, 1, 'last'));
        end
      case 3
        after_hil = y(4);
    end
  end
  [times, kept] = unique(times);
  grid = (0:5e-5:times(end))';
  seen = interp1(times, [ideals(kept), max(states(kept, 1), 0), states(kept, [5, 7])], grid);
  force = measures(seen(:, 1), s.newton * round(seen(:, 4) / s.newton), 1);
  depth = measures(seen(:, 2), max(s.micron * round(seen(:, 3) / s.micron), 0), 1e-6);
  e = after_hil - after_docking; lasted = end_hil - begin_hil;
  row = [force, depth, [after_docking, after_hil, e] * 1e-3, 100 * e / after_docking, ...
         -[after_docking, after_hil] / s.velocity, [end_docking, lasted, lasted - end_docking] * 1e-3];
end

given = argv();
scenarios = dlmread(given{1}, ',', 1, 0);
tolerance = str2double(given{2}); step = 1e-3 * str2double(given{3});
seconds = 0;
if numel(given) > 4, seconds = str2double(given{5}); end
began = tic(); before = cputime(); done = 0;
do
  table = zeros(size(scenarios, 1), 23);
  for i = 1:size(scenarios, 1)
    table(i, :) = simulate(scenarios(i, :), tolerance, step);
  end
  done += i;
until toc(began) >= seconds
fprintf(stderr, '%d scenarios, %.6f s, %.6f s of processor time\n', done, toc(began), cputime() - before);
signal = {'peak_docking', 'peak_hil', 'e_imax', 'e_hmax_pct', 'e_abs_pct', 'e_aint_pct', 'e_hint_pct'};
names = [strcat('force.', signal), strcat('penetration.', signal), {'velocity.after_docking', 'velocity.after_hil', ...
  'velocity.error', 'velocity.error_pct', 'restitution.docking', 'restitution.hil', 'contact.duration_docking', ...
  'contact.duration_hil', 'contact.duration_error'}];
printf('%s\n', strjoin(names, ','));
printf([strjoin(repmat({'%.12g'}, 1, 23), ','), '\n'], table');
